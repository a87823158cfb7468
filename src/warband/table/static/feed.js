// The feed: take what the server sends, show it step by step, keep the last turn so that it can be shown again.

import { drawAsk, tellStep } from "./asking.js";
import { light } from "./board.js";
import { resume } from "./connection.js";
import { drawAll, settle } from "./drawing.js";
import { all, drawn, find, isWide, root } from "./elements.js";
import { drawLog } from "./log.js";
import { paint } from "./marks.js";
import { show } from "./motion.js";
import { drawPlayers, setClocks } from "./players.js";
import { setting } from "./settings.js";
import { announce, chime, say } from "./speech.js";
import { clearTouches, isMyTurn, presence, shown, state, touches } from "./state.js";

const WAITS = { slow: 1800, normal: 950, fast: 380, none: 0 };

/** @type {any[]} updates that are still to be shown */
let queue = [];
/** @type {(() => void) | null} ends the pause between two steps */
let wake = null;
let hurry = false;
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
  wake?.();
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
  Object.assign(state, message);
  if (!mine && isMyTurn() && setting("sound") === "on") chime();
}

// ---- showing it ----

async function play() {
  begin();
  while (queue.length) {
    const message = queue.shift();
    forgetTouches();
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
  hurry = false;
  document.body.classList.remove("showing");
  settle();
}

function forgetTouches() {
  touches.changes += 1;
  clearTouches();
  if (find("#root .table")) paint();
}

/** @param {import("./state.js").Step[]} steps */
async function playSteps(steps) {
  const mine = pictures;
  const changes = steps.some((step) => step.changes?.length);
  for (const [place, step] of steps.entries()) {
    if (mine !== pictures) break;
    remember(step, changes);
    await playStep(step, place < steps.length - 1 || queue.length > 0);
  }
}

/**
 * @param {import("./state.js").Step} step
 * @param {boolean} more whether another step follows
 */
async function playStep(step, more) {
  if (step.sentence) shown.log.push(step.sentence);
  drawLog();
  tellStep(step);
  announce(step.spoken);
  await show(step.changes ?? []);
  light(all(".telling .ref").map((part) => part.dataset.about));
  if (step.seat !== state.seat && (more || step.sentence)) await rest(WAITS[setting("speed")]);
}

/** @param {number} time */
function rest(time) {
  if (!time || hurry || document.hidden) return Promise.resolve();
  return new Promise((go) => {
    const timer = setTimeout(go, time);
    wake = () => {
      clearTimeout(timer);
      go(undefined);
    };
  });
}

export function skip() {
  hurry = shown.playing;
  wake?.();
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
    const html = root.innerHTML.replace(/view-transition-name: [^;"]*;?/g, "");
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
  for (const step of shown.lastTurn.steps) {
    if (queue.length || hurry || mine !== pictures) break;
    tellStep(step);
    await show(step.changes ?? []);
    await rest(WAITS[setting("speed")] || WAITS.normal);
  }
  if (mine === pictures) root.innerHTML = now;
  end();
  if (queue.length) play();
}
