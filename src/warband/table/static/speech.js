// What is said beside the board: to a screen reader, and in the bar above the table.

import { make } from "./elements.js";

const live = document.getElementById("live");
const LINES = 6;

/**
 * Say something to a screen reader, but not twice: the last step of an update may end with the prompt.
 * @param {string | undefined} text
 */
export function announce(text) {
  if (!text || live.lastElementChild?.textContent.endsWith(text)) return;
  live.append(make("p", "", text));
  while (live.childElementCount > LINES) live.firstElementChild.remove();
}

/**
 * Say how the connection is, in the bar above the table; nothing hides it.
 * @param {string} text
 */
export function say(text) {
  const note = document.getElementById("note");
  note.textContent = text;
  note.hidden = !text;
}
