// Pacing: how long what is shown may take. A turn of the rival takes so long and no longer, however much happens in it.

import { setting } from "./settings.js";

// How much slower or faster than normal; at "none" everything is there at once.
const SPEEDS = { slow: 1.9, normal: 1, fast: 0.42, none: 0 };
// The longest that one turn may take at normal speed; drawing what is left takes the rest of eight seconds.
const LONGEST = 6000;
// How long a sentence stands before the next.
export const READING = 900;

// What this turn has taken so far, as if at normal speed, and whose turn it is.
let spent = 0;
let turnOf = -1;
let hurry = false;
// Whether the person has asked to be shown something again, whatever the speed.
let again = false;

const speed = () => (SPEEDS[setting("speed")] ?? 1) || (again ? 1 : 0);

/** Whether nothing moves now: the person wants to see it at once, or does not look. */
export const isInstant = () => hurry || !speed() || document.hidden;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things change place without gliding there, as the system or the person has set it. */
export const isCalm = () => setting("motion") === "off" || still.matches;

/** Keep what the stylesheet moves still as well. */
export function wireCalm() {
  const draw = () => document.body.classList.toggle("calm", isCalm());
  document.addEventListener("change", draw);
  draw();
}

/**
 * Begin to count anew when somebody else acts; chance acts for whoever acted before.
 * @param {number} seat
 */
export function countTurn(seat) {
  if (seat < 0 || seat === turnOf) return;
  turnOf = seat;
  spent = 0;
}

/** Count anew, for what the person wants to be shown again. */
export function beginAgain() {
  again = true;
  spent = 0;
}

/**
 * How much of what it wants something gets: 1 at normal speed, less where more waits than there is time for.
 * @param {number} ahead what everything that waits wants together, this included
 */
export function shareOf(ahead) {
  if (isInstant()) return 0;
  const share = Math.min(1, (LONGEST - spent) / Math.max(1, ahead));
  return share < 0.08 ? 0 : share * speed();
}

/**
 * Count what something has taken.
 * @param {number} began when it began to be shown
 */
export function count(began) {
  if (speed()) spent += (performance.now() - began) / speed();
}

// ---- waiting ----

/** @type {(() => void) | null} */
let wake = null;

/** @param {number} time */
export function rest(time) {
  if (time <= 0 || isInstant()) return Promise.resolve();
  return new Promise((go) => {
    const timer = setTimeout(go, time);
    wake = () => {
      clearTimeout(timer);
      go(undefined);
    };
  });
}

/** Show the rest at once. */
export function hurryUp() {
  hurry = true;
  wake?.();
}

export const isHurried = () => hurry;

export function takeTime() {
  hurry = false;
  again = false;
}
