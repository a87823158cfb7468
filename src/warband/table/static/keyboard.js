// The keyboard: arrows move by place, letters do the rest.

import { undo } from "./asking.js";
import { askHint, back, commit, touch } from "./choosing.js";
import { closeDrawer, readLog } from "./drawer.js";
import { all, find } from "./elements.js";
import { playAgain, skip } from "./feed.js";
import {
  focusOn,
  focusOnFirst,
  focusOnNextMarked,
  neighbour,
  noteKeys,
  rovingKey,
  rovingStop,
  stops,
} from "./focus.js";
import { openSheet } from "./inspector.js";
import { announce } from "./speech.js";
import { isMyTurn, shown, state, touches } from "./state.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {Record<string, () => void>} */
const LETTERS = {
  u: () => state.undo ? undo() : announce("There is nothing to take back."),
  h: () => isMyTurn() && askHint(),
  n: focusOnNextMarked,
  b: () => focusOnFirst("#ask button"),
  p: () => announce(find("#ask .prompt")?.textContent),
  c: () => rovingKey() && openSheet(rovingKey()),
  l: readLog,
  s: skip,
  a: playAgain,
  m: () => find("#menu").showModal(),
  "?": () => find("#help").showModal(),
};

export function wireKeyboard() {
  document.addEventListener("keydown", press);
  document.addEventListener("pointerdown", () => {
    noteKeys(false);
    touches.key = "";
  });
}

/** @param {any} event */
function press(event) {
  noteKeys(true);
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog,input,select,textarea")) return;
  const deed = confirming(event) ?? meaningOf(event.key, event.target);
  touches.key = event.key;
  if (!deed) return;
  deed();
  event.preventDefault();
}

/**
 * The key that has aimed is a yes when it is pressed again; while it is held down it means nothing.
 * @param {any} event
 * @returns {(() => void) | undefined}
 */
function confirming({ key, repeat }) {
  const { aimed } = touches;
  if (!aimed?.key || aimed.key !== key) return undefined;
  return repeat ? () => {} : () => commit(aimed.choice);
}

/**
 * @param {string} key
 * @param {HTMLElement} target
 * @returns {(() => void) | undefined}
 */
function meaningOf(key, target) {
  const stop = /** @type {HTMLElement} */ (target.closest('[role="button"]'));
  if (ARROWS[key] && (stop || target === document.body)) return () => walk(stop, ARROWS[key]);
  if ((key === "Enter" || key === " ") && stop) return () => touch(stop);
  if (key === "Escape") return escape;
  if (/^[1-9]$/.test(key)) return () => all("#ask .deeds .main")[Number(key) - 1]?.click();
  return LETTERS[key];
}

/**
 * @param {HTMLElement | null} stop
 * @param {[number, number]} way
 */
function walk(stop, way) {
  focusOn(stop ? neighbour(stop, ...way) : stops()[0]);
}

function escape() {
  if (closeDrawer()) return;
  if (touches.handles.length || touches.aimed) back();
  else if (shown.playing) skip();
  focusOn(rovingStop());
}
