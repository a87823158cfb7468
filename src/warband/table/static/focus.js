// Focus on the board: one tab stop, which stays with its piece from one update to the next.

import { all, find, isVisible, root, tabWhereItScrolls } from "./elements.js";

const STOPS = '[role="button"][data-handle], .head[role="button"], .plate[role="button"]';

// The key of the element that has, or had, the focus; and whether the person uses the keyboard.
let roving = "";
let usesKeys = false;

/** @param {boolean} uses */
export function noteKeys(uses) {
  usesKeys = uses;
}

export const rovingKey = () => roving;

/** Everything on the board that a keyboard reaches. */
export const stops = () => all(STOPS).filter(isVisible);

/** @param {HTMLElement} element */
const keyOf = (element) =>
  element.dataset.handle ?? `head of ${/** @type {any} */ (element.closest("[data-handle]")).dataset.handle}`;

/**
 * The mark of a stop. The heading of a container stands for the container.
 * @param {HTMLElement} element
 */
const markOf = (element) =>
  (element.dataset.handle ? element : /** @type {any} */ (element.closest("[data-handle]"))).dataset.state;

export const rovingStop = () => stops().find((element) => keyOf(element) === roving);

export function drawRoving() {
  for (const head of all(".head[role=button], .plate[role=button]")) {
    for (const name of ["role", "tabindex", "aria-label"]) head.removeAttribute(name);
  }
  for (const box of all(".box[data-state]")) labelHead(box);
  tabWhereItScrolls(root);
  const found = stops();
  for (const element of found) element.tabIndex = -1;
  const chosen = found.find((element) => keyOf(element) === roving) ?? found.find(markOf) ?? found[0];
  if (chosen) chosen.tabIndex = 0;
}

/** @param {HTMLElement} box */
function labelHead(box) {
  const head = find(":scope > .head, :scope > .plate", box);
  head?.setAttribute("role", "button");
  head?.setAttribute("aria-label", box.getAttribute("aria-label"));
}

/** @param {HTMLElement | null | undefined} element */
export function focusOn(element) {
  if (!element) return;
  for (const other of all('[role="button"][tabindex="0"]')) other.tabIndex = -1;
  element.tabIndex = 0;
  roving = keyOf(element);
  element.focus();
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {string} selector */
export function focusOnFirst(selector) {
  all(selector, document).find(isVisible)?.focus();
}

/** Put the focus of a keyboard back where it was, if an update took it away. */
export function keepFocus() {
  const lost = document.activeElement === document.body || !document.activeElement;
  if (!lost || !usesKeys || document.querySelector("dialog[open]")) return;
  const again = rovingStop() ?? stops().find(markOf);
  if (again) focusOn(again);
  else focusOnFirst("#ask button, #ask a");
}

export function focusOnNextMarked() {
  const marked = stops().filter((element) => markOf(element) && markOf(element) !== "picked");
  const place = marked.findIndex((element) => keyOf(element) === roving);
  focusOn(marked[(place + 1) % marked.length]);
}

/**
 * The nearest stop in a direction; what lies aside counts as farther away.
 * @param {HTMLElement} from
 * @param {number} right
 * @param {number} down
 */
export function neighbour(from, right, down) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of stops()) {
    const [a, b] = middle(element);
    const along = (a - x) * right + (b - y) * down;
    const across = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    const distance = along + 2.2 * across;
    if (element !== from && along > 4 && distance < least) [best, least] = [element, distance];
  }
  return best;
}

/** @param {HTMLElement} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
