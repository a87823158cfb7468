// Draw everything anew round the board, and settle once there is nothing left to show.

import { drawAsk, markAnswered } from "./asking.js";
import { drawCurtain } from "./curtain.js";
import { all, drawn, isVisible, rendered } from "./elements.js";
import { keepFocus } from "./focus.js";
import { readAgain } from "./inspector.js";
import { drawLog } from "./log.js";
import { paint } from "./marks.js";
import { drawPlayers } from "./players.js";
import { announce } from "./speech.js";
import { clearTouches, state, touches } from "./state.js";
import { drawVerdict } from "./verdict.js";

export function drawAll() {
  drawPlayers();
  drawLog();
  paint();
  drawAsk();
  drawCurtain();
  readAgain();
  drawVerdict();
}

/** Ask the person: everything is drawn, the focus is where it was, and nothing is touched but what still waits. */
export function settle() {
  markAnswered();
  if (touches.aimed?.decision !== state.decision) clearTouches();
  drawAll();
  if (state.prompt) announce(drawn(state.prompt).textContent);
  rendered().then(keepFocus).then(bringIntoSight);
}

/** Where nothing that may be touched next is in sight, bring the first of it there. */
export function bringIntoSight() {
  const marked = all(touches.handles.length ? "[data-state=next]" : "[data-state=may]").filter(isVisible);
  if (marked.length && !marked.some(isInSight)) marked[0].scrollIntoView({ block: "center", inline: "nearest" });
}

/** @param {HTMLElement} element */
function isInSight(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const floor = element.closest(".near") ? innerHeight : document.getElementById("ask").getBoundingClientRect().top;
  return bottom > 0 && top < Math.min(floor, innerHeight) && right > 0 && left < innerWidth;
}
