// The log: what happened, a sentence a line, and the button that shows the last turn again.

import { button, drawn, find, make } from "./elements.js";
import { shown } from "./state.js";

export function drawLog() {
  const mount = document.getElementById("log");
  if (!mount) return;
  const list = find("ol", mount) ?? make("ol", "", [], { tabindex: "0" });
  if (!list.parentElement) mount.replaceChildren(make("h2", "log-h", "What happened"), list);
  drawLines(list);
  const again = find(".again", mount) ?? button("Show again", null, "again", "again");
  if (!again.parentElement) list.before(again);
  again.hidden = shown.playing || !shown.lastTurn?.steps.length;
  list.scrollTop = list.scrollHeight;
}

/** @param {HTMLOListElement} list */
function drawLines(list) {
  while (list.childElementCount > shown.log.length) list.lastElementChild.remove();
  for (const [place, line] of shown.log.entries()) {
    const old = /** @type {HTMLElement | undefined} */ (list.children[place]);
    if (old?.dataset.line === line) continue;
    const item = make("li", "", [drawn(line)]);
    item.dataset.line = line;
    if (old) old.replaceWith(item);
    else list.append(item);
  }
}
