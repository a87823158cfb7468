// The board: a tree of elements with keys, the changes to it, and what its pieces are called.

import { all, drawn, find, root } from "./elements.js";

/** @param {string} text */
const quoted = (text) => `"${CSS.escape(text)}"`;

/**
 * @param {string} key
 * @returns {any}
 */
export function byKey(key) {
  return find(`[data-handle=${quoted(key)}],[data-key=${quoted(key)}]`, root);
}

/** @param {string | [string, ...number[]]} address a key, or a key and the way down from there */
function resolve(address) {
  if (typeof address === "string") return byKey(address);
  const [key, ...places] = address;
  return places.reduce((element, place) => element.childNodes[place], byKey(key));
}

/** @param {string | null} key */
const elementOrEnd = (key) => key === null ? null : byKey(key);

/** @type {Record<string, (...rest: any[]) => void>} */
const CHANGES = {
  set(address, attributes) {
    const element = resolve(address);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  },
  fill: (address, html) => resolve(address).replaceChildren(drawn(html)),
  add: (address, before, html) => resolve(address).insertBefore(drawn(html), elementOrEnd(before)),
  move: (address, before, key) => resolve(address).insertBefore(byKey(key), elementOrEnd(before)),
  cut: (key) => byKey(key).remove(),
};

/** @param {any[][]} changes */
export function apply(changes) {
  for (const [kind, ...rest] of changes) CHANGES[kind](...rest);
}

/** The pieces that stand on the board, by handle. */
export function standing() {
  return new Map(all(".piece[data-handle]").map((piece) => [piece.dataset.handle, piece]));
}

/**
 * Whose a piece is and what it shows; the same before and after it has moved.
 * @param {Element} piece
 */
export const identity = (piece) =>
  `${piece.className.match(/\b(first|second|none)\b/)?.[0]} ${find(".sp", piece)?.className}`;

/**
 * The handles of an element and of everything around it, from the inside out.
 * @param {Element} element
 */
export function handlesAround(element) {
  const handles = [];
  let around = /** @type {any} */ (element?.closest("[data-handle]"));
  for (; around; around = around.parentElement?.closest("[data-handle]")) handles.push(around.dataset.handle);
  return handles;
}

/** @param {any} element */
export const aboutOf = (element) =>
  element?.dataset.about ?? find("[data-about].piece", element ?? root)?.dataset.about;

/** @param {string} handle */
export function nameOf(handle) {
  const element = byKey(handle);
  if (element?.matches(".box")) return element.getAttribute("aria-label").split(",")[0];
  const piece = element?.matches(".piece") ? element : find(".piece", element ?? root);
  return plain(find(".nm, .grp-n", piece ?? element) ?? element) || element?.getAttribute("aria-label") || handle;
}

/**
 * The words of an element without the marks that say where they may be broken.
 * @param {Element | null | undefined} element
 */
export const plain = (element) => (element?.textContent ?? "").replaceAll("\u00ad", "").trim();

/** @param {string[]} handles */
export function light(handles) {
  for (const element of all(".lit")) element.classList.remove("lit");
  for (const handle of handles) byKey(handle)?.classList.add("lit");
}
