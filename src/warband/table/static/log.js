// The log: what happened, a sentence a line, and the button that shows the last turn again.

import { button, drawn, find, make } from "./elements.js";
import { shown } from "./state.js";

export function drawLog() {
  const mount = document.getElementById("log");
  if (!mount) return;
  const list = find("ol", mount) ?? make("ol", "", [], { tabindex: "0" });
  // The stylesheet keeps the end in sight, and leaves whoever has scrolled up to read where they are.
  if (!list.parentElement) mount.replaceChildren(make("h2", "log-h", "What happened"), make("div", "scroll", list));
  drawLines(list);
  const again = find(".again", mount) ?? button("Show again", null, "again", "again");
  if (!again.parentElement) list.parentElement.before(again);
  again.hidden = shown.playing || !shown.lastTurn?.steps.length;
}

/** @param {HTMLOListElement} list */
function drawLines(list) {
  const lines = collapsed(shown.log);
  while (list.childElementCount > lines.length) list.lastElementChild.remove();
  for (const [place, { line, times }] of lines.entries()) {
    const old = /** @type {HTMLElement | undefined} */ (list.children[place]);
    const key = `${times} ${line}`;
    if (old?.dataset.line === key) continue;
    const item = make("li", "", [drawn(line), times > 1 ? make("span", "times", ` ${times} times`) : null]);
    item.dataset.line = key;
    if (old) old.replaceWith(item);
    else list.append(item);
  }
}

/**
 * The lines of the log, those that repeat each other as one.
 * @param {string[]} log
 */
function collapsed(log) {
  /** @type {{ line: string, times: number }[]} */
  const lines = [];
  for (const line of log) {
    const last = lines.at(-1);
    if (last?.line === line) last.times += 1;
    else lines.push({ line, times: 1 });
  }
  return lines;
}
