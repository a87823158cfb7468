// Marks on the board: what may be touched, what is selected, what an action would do.

import { byKey } from "./board.js";
import { all, find, icon, make, root } from "./elements.js";
import { drawRoving } from "./focus.js";
import { isMyTurn, nextHandles, shown, touches } from "./state.js";

const SIGNS = { next: "aim", picked: "diamond", aimed: "aim" };
const KINDS = { next: "target", picked: "selected", aimed: "aimed" };

export function paint() {
  const next = isMyTurn() && !shown.playing ? nextHandles() : new Set();
  const picking = touches.handles.length > 0;
  for (const element of all("[data-state]")) unmark(element);
  document.body.classList.toggle("picking", picking);
  for (const handle of next) mark(handle, picking ? "next" : "may", picking ? "Target" : "");
  for (const handle of touches.handles) mark(handle, "picked", "Selected");
  for (const flag of all(".flag")) describe(flag);
  // While something is shown the focus stays where it is; finding its way means measuring the board.
  if (!shown.playing) drawRoving();
}

/**
 * @param {string} handle
 * @param {string} name what is styled
 * @param {string} word what the flag says, or nothing
 */
function mark(handle, name, word) {
  const element = byKey(handle);
  if (!element) return;
  const piece = find(".piece", element);
  const shownOn = piece && element.matches(".slot,.hex") ? piece : element;
  element.dataset.state = name;
  shownOn.dataset.state = name;
  const flag = find(":scope > .flag, :scope > .stand > .flag, :scope > .head > .flag", shownOn);
  const isPlace = shownOn.matches(".slot,.hex") && name === "next";
  if (flag && word) flag.before(flagNow(name, isPlace ? "Here" : word));
}

/**
 * @param {string} name
 * @param {string} word
 */
const flagNow = (name, word) =>
  make("span", "flag now", [icon(SIGNS[name]), make("span", `w fl-${KINDS[name]}`, word)]);

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
  delete element.dataset.state;
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
  flag?.before(flagNow("aimed", word));
  piece.dataset.state = "aimed";
  if (element !== piece) element.dataset.state = "aimed";
  const lost = all(".pips i", piece).slice(Math.max(0, after), Math.max(0, before));
  lost.forEach((pip) => pip.classList.add("lost"));
}
