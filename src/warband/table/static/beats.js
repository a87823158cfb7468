// Beats: steps that are one thing to see are shown as one, such as a blow and what it does, or all that fall together.

import { READING } from "./pacing.js";

/** @typedef {import("./state.js").Step} Step */

// What belongs together: a blow begins a fight, and what follows from it goes on with it.
const FAMILIES = {
  strike: "fight",
  act: "fight",
  guard: "fight",
  hit: "fight",
  heal: "fight",
  fall: "fall",
  roll: "roll",
  draw: "draw",
};
const BEGINS = ["strike", "act"];
// How long each thing is seen, in milliseconds; a hit takes longer the harder it is.
const TIMES = { strike: 220, act: 220, hit: 500, heal: 500, fall: 600, roll: 600, compare: 700, place: 320, draw: 200 };
const A_PIP = 60;
const MOST_PIPS = 12;

/** @param {Step} step */
export const verbOf = (step) => step.motion?.[0] ?? "";

/**
 * Whether a step is part of a fight, which is shown at the same pace whoever strikes.
 * @param {Step} step
 */
export const isFight = (step) => ["strike", "hit", "fall", "roll", "compare"].includes(verbOf(step));

/**
 * Put steps together that are one thing to see.
 * @param {Step[]} steps
 * @returns {Step[][]}
 */
export function beatsOf(steps) {
  /** @type {Step[][]} */
  const beats = [];
  for (const step of steps) {
    const last = beats.at(-1);
    if (last && goesOn(last.at(-1), step)) last.push(step);
    else beats.push([step]);
  }
  return beats;
}

/**
 * @param {Step} before
 * @param {Step} step
 */
function goesOn(before, step) {
  const family = FAMILIES[verbOf(step)];
  if (!family || BEGINS.includes(verbOf(step))) return false;
  return family === FAMILIES[verbOf(before)] && before.seat === step.seat;
}

/**
 * How long a beat wants to be seen.
 * @param {Step[]} beat
 */
export function wantedBy(beat) {
  const moves = Math.max(0, ...beat.map(timeOf));
  return moves + (beat.some((step) => step.sentence) ? READING + READING / 4 * (beat.length - 1) : 0);
}

/** @param {Step} step */
export function timeOf(step) {
  const verb = verbOf(step);
  const pips = verb === "hit" ? Math.min(MOST_PIPS, Number(step.motion[2]) || 1) : 0;
  return (TIMES[verb] ?? 0) + A_PIP * pips;
}
