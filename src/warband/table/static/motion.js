// Motion: what leaves one place and comes to another glides; what loses life shows how much.

import { apply, byKey, identity, standing } from "./board.js";
import { all, find, make } from "./elements.js";

const MOST_GLIDES = 12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Apply changes to the board so that a person can follow them.
 * @param {any[][]} changes
 */
export async function show(changes) {
  if (!changes.length) return;
  const before = figures();
  if (calm.matches || !document.startViewTransition || document.hidden) {
    const places = new Set(standing().keys());
    apply(changes);
    if (calm.matches) outlineNew(places);
  } else {
    await glide(changes);
  }
  pop(before);
}

// ---- gliding ----

/** @param {any[][]} changes */
async function glide(changes) {
  const before = standing();
  const gone = nameForGlide(before, changes);
  const transition = document.startViewTransition(() => {
    apply(changes);
    nameArrivals(gone, before);
  });
  // A transition that gives way to the next one is no failure.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {}).then(forgetNames);
  await transition.updateCallbackDone;
}

function nameForGlide(before, changes) {
  const busy = new Set(changes.map(([, address]) => typeof address === "string" ? address : address[0]));
  const gone = [...before].filter(([handle]) => busy.has(handle)).slice(0, MOST_GLIDES);
  gone.forEach(([, piece], place) => nameGlide(piece, place));
  return gone;
}

function nameArrivals(gone, before) {
  const after = standing();
  const fresh = [...after].filter(([handle]) => !before.has(handle));
  gone.forEach(([handle, piece], place) => {
    const arrived = after.get(handle) ?? take(fresh, ([, other]) => identity(other) === identity(piece))?.[1];
    if (arrived) nameGlide(arrived, place);
  });
}

/** @param {HTMLElement} piece */
const nameGlide = (piece, place) => piece.style.setProperty("view-transition-name", `piece-${place}`);

function take(list, wanted) {
  const place = list.findIndex(wanted);
  return place < 0 ? null : list.splice(place, 1)[0];
}

function forgetNames() {
  for (const piece of all("[style*=view-transition-name]")) piece.style.removeProperty("view-transition-name");
}

function outlineNew(places) {
  for (const [handle, piece] of standing()) {
    if (places.has(handle)) continue;
    piece.classList.add("came");
    setTimeout(() => piece.classList.remove("came"), 1000);
  }
}

// ---- figures that change ----

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

function pop(before) {
  for (const [handle, now] of figures()) {
    const change = before.has(handle) ? now - before.get(handle) : 0;
    const box = byKey(handle).getBoundingClientRect();
    // What is scrolled out of sight shows nothing; a sign beside the page would make it wider.
    if (change && box.left >= 0 && box.right <= innerWidth) popSign(change, box);
  }
}

function popSign(change, box) {
  const sign = make("span", `pop ${change < 0 ? "loss" : "gain"}`, `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
  sign.setAttribute("aria-hidden", "true");
  sign.style.left = `${Math.min(box.left + Math.min(box.width / 2, 44), innerWidth - 36) + scrollX}px`;
  sign.style.top = `${box.top + 8 + scrollY}px`;
  document.body.append(sign);
  setTimeout(() => sign.remove(), 1400);
}
