// Marks on the board: what may be touched, what is selected, what an action would do.

import { byKey } from "./board.js";
import { all, find, icon, make, root } from "./elements.js";
import { drawRoving } from "./focus.js";
import { isMyTurn, nextHandles, placesToOffer, shown, touches, verbAt } from "./state.js";

const SIGNS = {
  picked: "diamond",
  aimed: "aim",
  attack: "sword",
  shoot: "bow",
  move: "foot",
  swap: "swap",
  place: "place",
};
const KINDS = { picked: "selected", aimed: "aimed", attack: "attack", shoot: "shoot", move: "move", swap: "swap" };

export function paint() {
  const asked = isMyTurn() && !shown.playing;
  const picking = touches.handles.length > 0;
  for (const element of all("[data-state], [data-offers]")) unmark(element);
  document.body.classList.toggle("picking", picking);
  for (const handle of asked ? placesToOffer() : []) byKey(handle)?.setAttribute("data-offers", "");
  for (const handle of asked ? nextHandles() : []) markNext(handle, picking ? "next" : "may");
  for (const handle of touches.handles) mark(handle, "picked", ["Selected", "picked"]);
  for (const flag of all(".flag")) describe(flag);
  // While something is shown the focus stays where it is; finding its way means measuring the board.
  if (!shown.playing) drawRoving();
}

/**
 * @param {string} handle
 * @param {string} name
 */
function markNext(handle, name) {
  const verb = verbAt(handle);
  mark(handle, name, verb);
  if (verb?.[1]) byKey(handle)?.setAttribute("data-look", verb[1]);
}

/**
 * @param {string} handle
 * @param {string} name what is styled
 * @param {import("./state.js").Verb | undefined} verb what the flag says and how it looks, or nothing
 */
function mark(handle, name, verb) {
  const element = byKey(handle);
  if (!element) return;
  const piece = find(".piece", element);
  const shownOn = piece && element.matches(".slot,.hex") ? piece : element;
  element.dataset.state = name;
  shownOn.dataset.state = name;
  const flag = find(":scope > .flag, :scope > .stand > .flag, :scope > .head > .flag", shownOn);
  if (flag && verb) flag.before(flagNow(verb));
}

/** @param {import("./state.js").Verb} verb */
const flagNow = ([word, look]) =>
  make("span", "flag now", [icon(SIGNS[look] ?? "aim"), make("span", `w fl-${KINDS[look] ?? "target"}`, word)]);

/**
 * Say the words of a flag with the piece that carries it.
 * @param {HTMLElement} flag
 */
function describe(flag) {
  const piece = flag.parentElement.closest('[role="button"]');
  if (piece && flag === find(".flag", piece)) piece.setAttribute("aria-description", flag.textContent);
}

/** @param {HTMLElement} element */
function unmark(element) {
  for (const name of ["state", "offers", "look"]) delete element.dataset[name];
  for (const flag of all(".flag.now", element)) flag.remove();
  for (const pip of all(".pips i.lost", element)) pip.classList.remove("lost");
}

/** @param {import("./state.js").Effect[]} effects */
export function showEffects(effects) {
  for (const effect of effects) {
    const element = byKey(effect.handle);
    const piece = element?.matches(".piece,.track") ? element : find(".piece", element ?? root);
    if (piece) showEffect(element, piece, effect);
  }
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} piece
 * @param {import("./state.js").Effect} effect
 */
function showEffect(element, piece, { before, after, word }) {
  const flag = find(".flag:not(.now)", piece);
  for (const old of all(".flag.now", piece)) old.remove();
  flag?.before(flagNow([word, "aimed"]));
  piece.dataset.state = "aimed";
  if (element !== piece) element.dataset.state = "aimed";
  const lost = all(".pips i", piece).slice(Math.max(0, after), Math.max(0, before));
  lost.forEach((pip) => pip.classList.add("lost"));
}
