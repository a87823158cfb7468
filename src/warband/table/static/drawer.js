// The drawer: the log and the texts of the cards, where there is no room for them beside the mat.

import { find, isWide } from "./elements.js";

const opener = /** @type {HTMLElement} */ (find("[data-drawer]"));
const isOpen = () => document.body.classList.contains("drawn");

/** @param {boolean} open */
function draw(open) {
  document.body.classList.toggle("drawn", open);
  opener.setAttribute("aria-expanded", String(open));
}

export function wireDrawer() {
  opener.addEventListener("click", () => draw(!isOpen()));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(".side, [data-drawer]"))) draw(false);
  });
}

/** Bring the log into sight, and the focus to it. */
export function readLog() {
  if (!isWide()) draw(true);
  find("#log ol")?.focus();
}

/** Return whether there was a drawer to be closed. */
export function closeDrawer() {
  const open = isOpen();
  draw(false);
  if (open) opener.focus();
  return open && !isWide();
}
