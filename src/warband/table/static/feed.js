// The feed: take what the server sends, show it step by step, keep the last turn so that it can be shown again.

import { drawAsk, tellStep } from "./asking.js";
import { beatsOf, isFight, timeOf, verbOf, wantedBy } from "./beats.js";
import { light } from "./board.js";
import { resume } from "./connection.js";
import { drawAll, settle } from "./drawing.js";
import { all, drawn, find, isWide, root } from "./elements.js";
import { drawLog } from "./log.js";
import { paint } from "./marks.js";
import { finish, perform, show } from "./motion.js";
import { beginAgain, count, countTurn, hurryUp, isHurried, isInstant, rest, shareOf, takeTime } from "./pacing.js";
import { drawPlayers, setClocks } from "./players.js";
import { playSound } from "./sound.js";
import { announce, say } from "./speech.js";
import { clearTouches, isMyTurn, presence, shown, state, touches } from "./state.js";

/** @typedef {import("./state.js").Step} Step */

/** @type {any[]} updates that are still to be shown */
let queue = [];
// How often the whole table has come; what was being shown then is of no use any more.
let pictures = 0;

// ---- what the server sends ----

/** @param {any} message */
export function receive(message) {
  if (message.clock !== undefined) setClocks();
  if (message.kind === "whole") receiveWhole(message);
  else if (message.kind === "update" && message.version >= state.version) receiveUpdate(message);
  else if (message.kind === "presence") receivePresence(message);
  else if (message.kind === "error") say(message.text);
}

function receiveWhole(message) {
  queue = [];
  pictures += 1;
  skip();
  root.replaceChildren(drawn(message.html));
  shown.log = message.log ?? [];
  shown.lastTurn = null;
  accept(message);
  drawLog();
  settle();
}

function receiveUpdate(message) {
  const sentences = message.steps.filter((step) => step.sentence).length;
  queue.push({ ...message, keep: (message.lines ?? shown.log.length + sentences) - sentences });
  if (!shown.playing) play();
}

function receivePresence(message) {
  presence.here = message.here;
  presence.replaceable = message.may_replace;
  if (!state.players.length) return;
  drawPlayers();
  if (!shown.playing && !touches.handles.length && !touches.aimed) drawAsk();
}

function accept(message) {
  const mine = isMyTurn();
  if (message.over?.rematch && state.over && !state.over.rematch) announce("The rematch has begun.");
  const ends = Boolean(message.over) && !state.over;
  Object.assign(state, message);
  if (ends && state.version >= 0 && state.seat >= 0 && state.over.winner >= 0) {
    playSound(state.over.winner === state.seat ? "victory" : "defeat");
  }
  if (!mine && isMyTurn()) playSound("turn");
}

// ---- showing it ----

async function play() {
  begin();
  while (queue.length) {
    const message = queue.shift();
    // After a lost connection everything may be as it was; then what the person did meanwhile still holds.
    if (message.steps.length || message.decision !== state.decision) forgetTouches();
    shown.log.length = Math.min(shown.log.length, Math.max(0, message.keep));
    const mine = pictures;
    try {
      await playSteps(message.steps);
    } catch (error) {
      console.error(error);
      startAnew();
      break;
    }
    if (mine === pictures) accept(message);
  }
  end();
}

function begin() {
  shown.playing = true;
  document.body.classList.add("showing");
}

function end() {
  shown.playing = false;
  takeTime();
  document.body.classList.remove("showing");
  settle();
}

function forgetTouches() {
  touches.changes += 1;
  clearTouches();
  if (find("#root .table")) paint();
}

/** @param {Step[]} steps */
async function playSteps(steps) {
  const mine = pictures;
  const changes = steps.some((step) => step.changes?.length);
  const beats = beatsOf(steps);
  for (const [place, beat] of beats.entries()) {
    if (mine !== pictures) break;
    for (const step of beat) remember(step, changes);
    await playBeat(beat, beats.slice(place + 1));
  }
}

/**
 * @param {Step[]} beat
 * @param {Step[][]} after the beats that follow in the same message
 */
async function playBeat(beat, after) {
  countTurn(beat[0].seat);
  const began = performance.now();
  const waiting = [...after, ...queue.flatMap((message) => beatsOf(message.steps))];
  const share = shareOf(total([beat, ...waiting]));
  for (const step of beat) if (step.sentence) shown.log.push(step.sentence);
  drawLog();
  tellBeat(beat);
  for (const step of beat) announce(step.spoken);
  await showBeat(beat, share);
  const mine = beat[0].seat === state.seat && !beat.some(isFight);
  if (!mine && (waiting.length || beat.some((step) => step.sentence))) {
    await rest((wantedBy(beat) - Math.max(...beat.map(timeOf))) * share);
  }
  count(began);
}

/** @param {Step[][]} beats */
const total = (beats) => beats.map(wantedBy).reduce((sum, time) => sum + time, 0);

/** @param {Step[]} beat */
function tellBeat(beat) {
  tellStep({ ...beat[0], sentence: beat.map((step) => step.sentence).filter(Boolean).join(" ") });
  light(all(".telling .ref").map((part) => part.dataset.about));
}

/**
 * @param {Step[]} beat
 * @param {number} share
 */
async function showBeat(beat, share) {
  if (!isInstant()) { for (const verb of new Set(beat.map(verbOf))) playSound(verb); }
  await perform(beat, share);
  await show(beat, share);
}

export function skip() {
  if (shown.playing) hurryUp();
  finish();
}

// A picture that cannot be brought up to date is asked for whole.
function startAnew() {
  queue = [];
  state.version = -1;
  resume();
}

// ---- showing the last turn again ----

/**
 * Keep a step for showing it again. The turn begins with the other's first step after one's own, and takes chance along.
 * A message that changes nothing, such as the offer of a draw, begins none.
 * @param {import("./state.js").Step} step
 * @param {boolean} changes
 */
function remember(step, changes) {
  const someone = step.seat >= 0;
  if (someone && step.seat === state.seat && shown.lastTurn) shown.lastTurn.closed = true;
  const begins = someone && step.seat !== state.seat && changes;
  const last = shown.lastTurn;
  if (begins && (!last || last.closed || last.seat !== step.seat)) {
    const html = root.innerHTML.replace(/ (gliding|hidden)\b/g, "");
    shown.lastTurn = { html, steps: [], seat: step.seat, closed: false };
  }
  if (shown.lastTurn && !shown.lastTurn.closed) shown.lastTurn.steps.push(step);
}

export async function playAgain() {
  if (!shown.lastTurn || shown.playing) return;
  const now = root.innerHTML;
  const mine = pictures;
  begin();
  forgetTouches();
  root.innerHTML = shown.lastTurn.html;
  drawAll();
  if (!isWide()) root.scrollIntoView();
  beginAgain();
  await playLastTurn(() => queue.length > 0 || mine !== pictures || isHurried());
  if (mine === pictures) root.innerHTML = now;
  end();
  if (queue.length) play();
}

/** @param {() => boolean} isOver whether there is something else to show by now */
async function playLastTurn(isOver) {
  const beats = beatsOf(shown.lastTurn.steps);
  for (const [place, beat] of beats.entries()) {
    if (isOver()) break;
    const began = performance.now();
    const share = shareOf(total(beats.slice(place)));
    tellBeat(beat);
    await showBeat(beat, share);
    await rest(wantedBy(beat) * share);
    count(began);
  }
}
