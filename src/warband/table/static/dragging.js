// Dragging: a piece follows the pointer, the places where it may go glow, and let go elsewhere it goes back.

import { byKey, handlesAround } from "./board.js";
import { back, foresee, pick } from "./choosing.js";
import { all, make, root } from "./elements.js";
import { paint } from "./marks.js";
import { clearTouches, handlesOf, isMyTurn, nextHandles, shown, state, touches } from "./state.js";

// A pointer that moves less than this presses; one that moves more drags.
const SLACK = 8;
const RETURN = 160;

/**
 * A piece under a pointer that is down: where it went down, and, once it moves, the picture that follows it.
 * @typedef {{ pointer: number, handle: string, x: number, y: number, picture: HTMLElement | null }} Drag
 */

/** @type {Drag | null} */
let drag = null;
// The click that a browser makes of a drag means nothing.
let swallows = false;

export function wireDragging() {
  root.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", putBack);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && putBack());
  document.addEventListener("click", swallow, true);
  document.addEventListener("dragstart", (event) => event.preventDefault());
}

/** @param {any} event */
function press({ target, pointerId, clientX, clientY, isPrimary, button }) {
  swallows = false;
  if (!isPrimary || button || !isMyTurn() || shown.playing || target.closest("#ask,#inspect,#log")) return;
  const handle = handlesAround(target).find(leadsOn);
  drag = handle ? { pointer: pointerId, handle, x: clientX, y: clientY, picture: null } : null;
}

/**
 * Whether touching a handle first leads on to a place; what means something by itself is pressed, not dragged.
 * @param {string} handle
 */
const leadsOn = (handle) => state.choices.some((choice) => handlesOf(choice)[0] === handle && handlesOf(choice)[1]);

/** @param {any} event */
function move({ pointerId, clientX, clientY }) {
  if (drag?.pointer !== pointerId) return;
  const [right, down] = [clientX - drag.x, clientY - drag.y];
  if (!drag.picture && Math.hypot(right, down) < SLACK) return;
  drag.picture ??= lift(drag.handle);
  drag.picture.style.transform = `translate(${right}px, ${down}px)`;
  hoverAt(clientX, clientY);
}

/** @param {string} handle */
function lift(handle) {
  clearTouches();
  pick(handle);
  const held = byKey(handle);
  const shownOn = held.matches(".slot,.hex") ? held.querySelector(".piece") ?? held : held;
  const { left, top, width, height } = shownOn.getBoundingClientRect();
  const picture = make("div", "dragged", [shownOn.cloneNode(true)], { "aria-hidden": "true" });
  for (const inside of [picture, ...picture.querySelectorAll("*")]) inside.removeAttribute("data-handle");
  for (const flag of picture.querySelectorAll(".flag")) flag.remove();
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  held.closest(".table").append(picture);
  document.body.classList.add("dragging");
  return picture;
}

/**
 * @param {number} x
 * @param {number} y
 */
const placesAt = (x, y) => handlesAround(document.elementFromPoint(x, y));

/**
 * @param {number} x
 * @param {number} y
 */
function hoverAt(x, y) {
  const next = nextHandles();
  const chain = placesAt(x, y);
  const over = byKey(chain.find((handle) => next.has(handle)) ?? "");
  if (over?.classList.contains("over")) return;
  const left = all(".over");
  for (const element of left) element.classList.remove("over");
  if (left.length) paint();
  over?.classList.add("over");
  if (over) foresee(chain);
}

/** @param {any} event */
function release({ pointerId, clientX, clientY }) {
  if (drag?.pointer !== pointerId) return;
  if (!drag.picture) {
    drag = null;
    return;
  }
  swallows = true;
  const next = nextHandles();
  const place = placesAt(clientX, clientY).find((handle) => next.has(handle));
  if (!place) return putBack();
  end(drag.picture);
  pick(place);
}

/** Let go where it may not go: the piece glides back, and nothing is touched any more. */
function putBack() {
  if (!drag) return;
  const { picture } = drag;
  drag = null;
  if (!picture) return;
  picture.classList.add("returns");
  picture.style.transform = "";
  setTimeout(() => end(picture), RETURN);
  while (touches.handles.length) back();
}

/** @param {HTMLElement} picture */
function end(picture) {
  drag = null;
  picture.remove();
  document.body.classList.remove("dragging");
  for (const element of all(".over")) element.classList.remove("over");
}

/** @param {Event} event */
function swallow(event) {
  if (!swallows) return;
  swallows = false;
  event.stopPropagation();
  event.preventDefault();
}
