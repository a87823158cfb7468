// Motion: a blow leans, a number flies, life goes pip by pip, those who fall tip over together, dice tumble and pair up;
// what leaves one place for another glides. Nothing but transform and opacity is animated.

import { apply, byKey, identity, standing } from "./board.js";
import { all, find, make, rendered } from "./elements.js";
import { isCalm, isInstant } from "./pacing.js";

/** @typedef {import("./state.js").Step} Step */
/** @typedef {string[]} Motion a verb, then the handles it concerns and how much */

const EASE = "cubic-bezier(.2,.8,.25,1)";
const MOST_GLIDES = 12;
const LEAN = 12;
const OUTLINE = 1000;
const TIMES = {
  lean: 220,
  rise: 900,
  pip: 60,
  tip: 420,
  vanish: 180,
  glide: 320,
  pennant: 260,
  tumble: 600,
  pair: 260,
};

// ---- running and ending ----

/** @type {Set<Animation>} */
const running = new Set();
/** @type {Set<Animation>} what stays as it has become until the board really changes */
const held = new Set();
/** @type {[Element, string][]} figures that count down before the board really changes, with their true words */
let lent = [];

/**
 * @param {Element | null | undefined} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function run(element, frames, options) {
  if (!element) return Promise.resolve(true);
  const animation = element.animate(frames, { easing: EASE, fill: "backwards", ...options });
  running.add(animation);
  if (options.fill === "forwards") held.add(animation);
  return animation.finished.catch(() => {}).then(() => running.delete(animation));
}

/** End whatever moves. */
export function finish() {
  for (const animation of [...running]) animation.finish();
}

/** Take back what was only lent to the eye; the board itself changes next. */
function giveBack() {
  for (const animation of held) animation.cancel();
  held.clear();
  for (const [figure, words] of lent) figure.textContent = words;
  lent = [];
}

// ---- what happens, before the board changes ----

/**
 * Show what happens in a beat; the board changes afterwards.
 * @param {Step[]} beat
 * @param {number} share how much of its time it gets
 */
export async function perform(beat, share) {
  if (!share || isInstant()) return;
  await rendered();
  const motions = beat.map((step) => step.motion ?? []);
  const figures = motions.filter(([verb]) => verb === "hit" || verb === "heal");
  if (isCalm()) return figures.forEach(popFigure);
  for (const [verb, from, to] of motions) {
    if (verb === "strike" || verb === "act") await lean(from, to, share);
    if (verb === "compare") await pairDice(from, to, share);
  }
  await Promise.all(figures.map((motion) => showFigure(motion, share)));
  const falls = motions.filter(([verb]) => verb === "fall").map(([, handle]) => handle);
  if (falls.length) await tip([...new Set(falls.flatMap((handle) => fallen(handle, beat)))], share);
}

/**
 * The piece at a handle, or the place itself where nothing stands.
 * @param {string | undefined} handle
 * @returns {any}
 */
function placeOf(handle) {
  const element = handle ? byKey(handle) : null;
  return element?.matches(".slot,.hex") ? find(".piece", element) ?? element : element;
}

/**
 * Lean toward what is struck and back; what acts upon nobody rises a little.
 * @param {string} from
 * @param {string | undefined} to
 * @param {number} share
 */
function lean(from, to, share) {
  const [striker, struck] = [placeOf(from), placeOf(to)];
  if (!striker) return Promise.resolve();
  const [x, y] = struck ? toward(striker, struck, LEAN) : [0, -LEAN / 2];
  const there = `translate(${x}px, ${y}px)`;
  const back = run(striker, [{ transform: "none" }, { transform: there }, { transform: "none" }], {
    duration: TIMES.lean * share,
  });
  // The blow lands when the striker is nearest.
  return Promise.race([back, new Promise((go) => setTimeout(go, TIMES.lean * share / 2))]);
}

/**
 * @param {Element} from
 * @param {Element} to
 * @param {number} length
 */
function toward(from, to, length) {
  const [a, b] = [middleOf(from), middleOf(to)];
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) * length / far, (b[1] - a[1]) * length / far].map(Math.round);
}

/** @param {Element} element */
function middleOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// ---- figures: the number that flies, life that goes pip by pip ----

/**
 * @param {Motion} motion
 * @param {number} share
 */
async function showFigure([verb, handle, much], share) {
  const place = placeOf(handle);
  const amount = Math.max(0, Number(much) || 0);
  if (!place || !amount) return;
  const change = verb === "hit" ? -amount : amount;
  const flown = flyNumber(change, place, share);
  if (change < 0) takePips(place, amount, share);
  countFigure(place, change, share);
  await Promise.race([flown, new Promise((go) => setTimeout(go, 500 * share + TIMES.pip * amount * share))]);
}

/**
 * @param {Element} place
 * @param {number} amount
 * @param {number} share
 */
function takePips(place, amount, share) {
  const full = all(".pips:not(.bar) i:not(.h)", place);
  full.slice(-amount).reverse().forEach((pip, order) =>
    run(pip, [{ opacity: 1, transform: "none" }, { opacity: 0.15, transform: "scale(.4)" }], {
      duration: TIMES.pip * 2 * share,
      delay: TIMES.pip * order * share,
      fill: "forwards",
    })
  );
  const life = lifeOf(place);
  const left = life ? Math.max(0, 1 - amount / Number(life.textContent)) : 1;
  run(find(".pips.bar i", place), [{ transform: "none" }, { transform: `scaleX(${left})` }], {
    duration: TIMES.pip * amount * share,
    fill: "forwards",
  });
}

/**
 * The figure of what a piece has of life.
 * @param {Element} place
 */
const lifeOf = (place) => find(".i-heart + b", place);

/**
 * Count a figure up or down, a point at a time.
 * @param {Element} place
 * @param {number} change
 * @param {number} share
 */
function countFigure(place, change, share) {
  const figure = lifeOf(place);
  if (!figure) return;
  const [words, start] = [figure.textContent, Number(figure.textContent)];
  lent.push([figure, words]);
  const borrowed = lent;
  for (let point = 1; point <= Math.abs(change); point += 1) {
    setTimeout(() => {
      if (borrowed === lent) figure.textContent = String(Math.max(0, start + Math.sign(change) * point));
    }, TIMES.pip * point * share);
  }
}

/**
 * @param {number} change
 * @param {Element} place
 * @param {number} share
 */
function flyNumber(change, place, share) {
  const sign = putSign(change, place.getBoundingClientRect());
  if (!sign) return Promise.resolve(true);
  const there = "translate(-50%, -20px)";
  const frames = [
    { opacity: 0, transform: "translate(-50%, 6px) scale(.7)", offset: 0 },
    { opacity: 1, transform: `${there} scale(1)`, offset: 0.45 },
    { opacity: 1, transform: `${there} scale(1)`, offset: 0.8 },
    { opacity: 0, transform: "translate(-50%, -26px)", offset: 1 },
  ];
  return run(sign, frames, { duration: TIMES.rise * share }).then(() => sign.remove());
}

/** @param {Motion} motion */
function popFigure([verb, handle, much]) {
  const place = placeOf(handle);
  if (place && Number(much)) {
    leave(putSign(verb === "hit" ? -Number(much) : Number(much), place.getBoundingClientRect()));
  }
}

/**
 * @param {number} change
 * @param {DOMRect} box
 */
function putSign(change, box) {
  // What is scrolled out of sight shows nothing; a sign beside the page would make it wider.
  if (!box.width || box.left < 0 || box.right > innerWidth) return null;
  const sign = make("span", `pop ${change < 0 ? "loss" : "gain"}`, `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
  sign.setAttribute("aria-hidden", "true");
  sign.style.left = `${Math.max(24, Math.min(box.right - Math.min(box.width / 2, 24), innerWidth - 24))}px`;
  sign.style.top = `${Math.max(24, box.top)}px`;
  document.body.append(sign);
  return sign;
}

/** @param {HTMLElement | null} element */
function leave(element) {
  setTimeout(() => element?.remove(), OUTLINE);
}

// ---- those who fall ----

/**
 * The pieces that fall: the one that is named, or those that leave the mat.
 * @param {string | undefined} handle
 * @param {Step[]} beat
 */
function fallen(handle, beat) {
  const named = placeOf(handle);
  if (named) return [named];
  const cut = beat.flatMap((step) => step.changes ?? []).filter(([kind]) => kind === "cut").map(([, key]) =>
    byKey(key)
  );
  return cut.filter((element) => element?.matches(".felt .piece"));
}

/**
 * @param {any[]} pieces
 * @param {number} share
 */
async function tip(pieces, share) {
  const whole = TIMES.tip + TIMES.vanish;
  await Promise.all(pieces.map((piece, order) => {
    const over = `translateY(5px) rotate(${order % 2 ? 15 : -15}deg)`;
    const frames = [
      { opacity: 1, transform: "none", offset: 0 },
      { opacity: 1, transform: over, offset: TIMES.tip / whole },
      { opacity: 0.1, transform: over, offset: 1 },
    ];
    return run(piece, frames, { duration: whole * share, fill: "forwards" });
  }));
}

// ---- dice ----

/**
 * Dice that are compared, the highest first, come together and go apart.
 * @param {string} one the row of one side
 * @param {string | undefined} other the row of the other
 * @param {number} share
 */
async function pairDice(one, other, share) {
  const rows = [byKey(one), other ? byKey(other) : null];
  if (!rows[0] || !rows[1]) return;
  const [ours, theirs] = rows.map((row) => all(".die .face", row));
  await Promise.all(
    ours.slice(0, theirs.length).flatMap((die, order) => [
      meet(die, theirs[order], order, share),
      meet(theirs[order], die, order, share),
    ]),
  );
}

/**
 * @param {Element} die
 * @param {Element} other
 * @param {number} order
 * @param {number} share
 */
function meet(die, other, order, share) {
  const [a, b] = [middleOf(die), middleOf(other)];
  const half = `translate(${Math.round((b[0] - a[0]) * 0.4)}px, ${Math.round((b[1] - a[1]) * 0.4)}px)`;
  const frames = [{ transform: "none" }, { transform: half, offset: 0.45 }, { transform: half, offset: 0.6 }, {
    transform: "none",
  }];
  return run(die, frames, { duration: TIMES.pair * 2 * share, delay: order * TIMES.pair / 2 * share });
}

/** What every die shows, by handle. */
const facesOf = () =>
  new Map(all(".die[data-handle]").map((die) => [die.dataset.handle, find(".face", die).innerHTML]));

/**
 * Dice that are new or show something else tumble in three poses and settle.
 * @param {Map<string, string>} before
 * @param {number} share
 */
function tumble(before, share) {
  for (const [handle, face] of facesOf()) {
    if (before.get(handle) === face) continue;
    const poses = [
      "translateY(-26px) rotate(-170deg)",
      "translateY(-12px) rotate(-80deg)",
      "translateY(-3px) rotate(14deg)",
    ];
    const frames = [...poses, "none"].map((transform, order) => ({ transform, opacity: order ? 1 : 0.2 }));
    run(find(".face", byKey(handle)), frames, { duration: TIMES.tumble * share });
  }
}

// ---- the board changes ----

/**
 * Apply the changes of a beat to the board so that a person can follow them.
 * What is measured is measured between two pictures, so that nothing is laid out twice.
 * @param {Step[]} beat
 * @param {number} share how much of its time it gets
 */
export async function show(beat, share) {
  const changes = beat.flatMap((step) => step.changes ?? []);
  const moves = share > 0 && !isInstant() && changes.length > 0;
  if (moves) await rendered();
  giveBack();
  if (!moves || isInstant()) return apply(changes);
  const told = beat.some((step) => ["hit", "heal"].includes(step.motion?.[0]));
  const before = told ? null : figures();
  const after = isCalm() ? outline(changes) : glide(changes, share);
  await rendered();
  after();
  if (before) pop(before, share);
}

// ---- gliding ----

/**
 * @typedef {{ handle: string, box: DOMRect, known: string }} Left where a piece stood, and what it showed
 */

/**
 * @param {any[][]} changes
 * @returns {Left[]}
 */
function leaving(changes) {
  const busy = new Set(changes.map(([, address]) => typeof address === "string" ? address : address[0]));
  return [...standing()].filter(([handle]) => busy.has(handle)).slice(0, MOST_GLIDES)
    .map(([handle, piece]) => ({ handle, box: piece.getBoundingClientRect(), known: identity(piece) }));
}

/**
 * The pieces that have come to where they were not, each with where it comes from.
 * @param {Left[]} left
 * @param {Set<string>} before
 * @returns {{ piece: any, from: DOMRect | undefined }[]}
 */
function arrivals(left, before) {
  const after = standing();
  const gone = left.filter(({ handle }) => !after.has(handle));
  const fresh = [...after].filter(([handle]) => !before.has(handle)).slice(0, MOST_GLIDES);
  return fresh.map(([, piece]) => ({ piece, from: take(gone, ({ known }) => known === identity(piece))?.box }));
}

/**
 * @template T
 * @param {T[]} list
 * @param {(item: T) => boolean} wanted
 */
function take(list, wanted) {
  const place = list.findIndex(wanted);
  return place < 0 ? null : list.splice(place, 1)[0];
}

/**
 * Change the board; return what lets everything glide once it has been laid out.
 * @param {any[][]} changes
 * @param {number} share
 */
function glide(changes, share) {
  const left = leaving(changes);
  const before = new Set(standing().keys());
  const [faces, pennants] = [facesOf(), activeBoxes()];
  apply(changes);
  const found = arrivals(left, before);
  // Until it is known where from, what arrives is not seen.
  for (const { piece } of found) piece.classList.add("gliding", "hidden");
  return () => {
    for (const { piece, from } of found) glideFrom(piece, from ?? handOf(piece), share);
    tumble(faces, share);
    glidePennants(pennants, share);
  };
}

/**
 * A card that comes from a hidden hand comes from where that hand lies.
 * @param {Element} piece
 * @returns {DOMRect | undefined}
 */
function handOf(piece) {
  if (!piece.matches(".felt .piece:not(.corpse)")) return undefined;
  return find(`.box.hand.${identity(piece).split(" ")[0]}`)?.getBoundingClientRect();
}

/**
 * @param {any} piece
 * @param {DOMRect | undefined} from
 * @param {number} share
 */
function glideFrom(piece, from, share) {
  const to = piece.getBoundingClientRect();
  piece.classList.remove("hidden");
  const x = from ? from.left + from.width / 2 - to.left - to.width / 2 : 0;
  const y = from ? from.top + from.height / 2 - to.top - to.height / 2 : 9;
  const size = from && to.width ? Math.max(0.4, Math.min(1.6, from.width / to.width)) : 1;
  const start = { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: from ? 1 : 0 };
  run(piece, [start, { transform: "none", opacity: 1 }], { duration: TIMES.glide * Math.max(0.4, share) })
    .then(() => piece.classList.remove("gliding"));
}

/** Where what is active now is marked, by what it belongs to: the track of waves, and the rows of each side. */
const activeBoxes = () =>
  new Map(
    all(".step.is-active, .row.is-active > .head").map((element) => [
      (element.closest(".row") ?? element).parentElement.closest("[data-handle]")?.dataset.handle,
      element.getBoundingClientRect(),
    ]),
  );

/**
 * The wave's pennant glides along its track or its side to where it belongs now; it crosses to no other.
 * @param {Map<string, DOMRect>} before
 * @param {number} share
 */
function glidePennants(before, share) {
  activeBoxes().forEach((to, owner) => {
    const from = before.get(owner);
    if (!from || !to.width || (Math.abs(from.left - to.left) < 2 && Math.abs(from.top - to.top) < 2)) return;
    const ghost = putGhost("pennant", to);
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    const frames = [{ transform: start, opacity: 1 }, { transform: "none", opacity: 1, offset: 0.9 }, { opacity: 0 }];
    run(ghost, frames, { duration: TIMES.pennant * 1.2 * Math.max(0.5, share) }).then(() => ghost.remove());
  });
}

/**
 * @param {string} name
 * @param {DOMRect} box
 */
function putGhost(name, box) {
  const ghost = make("i", name, undefined, { "aria-hidden": "true" });
  for (const side of ["left", "top", "width", "height"]) ghost.style[side] = `${box[side]}px`;
  document.body.append(ghost);
  return ghost;
}

/**
 * Change the board without motion; return what outlines the old place of whatever has moved, for a second.
 * @param {any[][]} changes
 */
function outline(changes) {
  const left = leaving(changes);
  const before = new Set(standing().keys());
  apply(changes);
  const found = arrivals(left, before);
  return () => found.forEach(({ from }) => from?.width && leave(putGhost("was", from)));
}

// ---- figures that change for another reason ----

/** The life of every piece and plate, by handle. */
function figures() {
  const found = new Map();
  for (const [handle, piece] of standing()) {
    // A supply that shrinks and a card that is looked at in a hand have lost no life.
    const figure = find(piece.matches(".first,.second") ? ".i-heart + b, .grp-n b" : ".i-heart + b", piece);
    if (figure && !piece.closest(".box.hand")) found.set(handle, Number(figure.textContent));
  }
  for (const plate of all(".track[data-handle]")) {
    const figure = find(".hp .i-heart + b", plate);
    if (figure) found.set(plate.dataset.handle, Number(figure.textContent));
  }
  return found;
}

/**
 * @param {Map<string, number>} before
 * @param {number} share
 */
function pop(before, share) {
  if (isInstant()) return;
  for (const [handle, now] of figures()) {
    const change = before.has(handle) ? now - before.get(handle) : 0;
    if (!change) continue;
    if (share && !isCalm()) flyNumber(change, byKey(handle), share);
    else leave(putSign(change, byKey(handle).getBoundingClientRect()));
  }
}
