// Choosing: narrow the legal actions as pieces are touched, show what would follow, send the chosen one.

import { drawAsk, isSent, markAnswered, markSent } from "./asking.js";
import { handlesAround } from "./board.js";
import { ask } from "./connection.js";
import { bringIntoSight, settle } from "./drawing.js";
import { drawn, find, make } from "./elements.js";
import { skip } from "./feed.js";
import { look, openSheet, readAgain } from "./inspector.js";
import { paint, showEffects } from "./marks.js";
import { setting } from "./settings.js";
import { announce } from "./speech.js";
import {
  clearTouches,
  handlesOf,
  isEnding,
  isExact,
  isMyTurn,
  nextHandles,
  openChoices,
  shown,
  state,
  touches,
} from "./state.js";

/** @typedef {import("./state.js").Choice} Choice */

// Reasons that say no more than that nothing begins there.
const VAGUE = ["no_touch", "no_meaning"];

// The decision at which the person was last asked whether to end the turn.
let askedToEnd = -1;

// ---- touching ----

/** @param {Element} element */
export function touch(element) {
  if (shown.playing) return skip();
  const chain = handlesAround(element);
  if (!chain.length) return undefined;
  if (!isMyTurn()) return openSheet(...chain);
  if (touches.aimed) back();
  const next = nextHandles();
  const handle = chain.find((name) => next.has(name));
  if (handle) return pick(handle);
  if (chain.some((name) => touches.handles.includes(name))) return back();
  return touchElsewhere(chain);
}

/** @param {string[]} chain */
function touchElsewhere(chain) {
  const fresh = chain.find((name) => state.choices.some((choice) => handlesOf(choice)[0] === name));
  if (!touches.handles.length || !fresh) return explain(chain);
  touches.handles = [];
  return pick(fresh);
}

/** @param {string} handle */
function pick(handle) {
  touches.changes += 1;
  touches.handles.push(handle);
  const left = openChoices();
  if (left.length === 1 && isExact(left[0])) return aim(left[0]);
  look([handle]);
  paint();
  drawAsk();
  announce(find("#ask .prompt").textContent);
  return bringIntoSight();
}

/** Go back one touch. */
export function back() {
  touches.changes += 1;
  touches.aimed = null;
  touches.handles.pop();
  readAgain();
  paint();
  drawAsk();
}

/** @param {string[]} chain */
async function explain(chain) {
  const reason = await reasonFor(chain);
  look(chain, reason);
  announce(reason.text);
}

/**
 * Where a piece has nothing to say for itself, the place it stands on may have, and what lies around that.
 * @param {string[]} chain
 */
async function reasonFor(chain) {
  let vague = null;
  for (const handle of chain.slice(0, 3)) {
    const { reason } = await ask({ kind: "attempt", handles: [...touches.handles, handle] });
    if (reason && !VAGUE.includes(reason.code)) return reason;
    vague ??= reason;
  }
  return vague ?? { text: "Nothing begins with that now." };
}

// ---- aiming: what would follow ----

/** @param {Choice} choice */
export async function aim(choice) {
  paint();
  const answer = await previewOf(choice);
  if (!answer) return undefined;
  const lines = answer.preview ?? [];
  if (!(isEnding(choice) ? asksToEnd() : lines.length && setting("confirm") === "on")) return commit(choice);
  return takeAim(choice, answer, lines.length ? lines : ["Something can still be done. End it all the same?"]);
}

/**
 * An answer that comes after the person, or the table, has moved on is of no use.
 * @param {Choice} choice
 */
async function previewOf(choice) {
  const mine = ++touches.changes;
  const answer = await ask({ kind: "preview", action: choice[0] });
  return mine === touches.changes && !shown.playing ? answer : null;
}

/** Ending a turn with something left to do is asked about once. */
function asksToEnd() {
  const asks = setting("ending") === "on" && askedToEnd !== state.decision;
  askedToEnd = state.decision;
  return asks;
}

/**
 * @param {Choice} choice
 * @param {{ label: string, effects?: import("./state.js").Effect[] }} answer
 * @param {string[]} lines
 */
function takeAim(choice, answer, lines) {
  const panel = make("ul", "preview", lines.map((line) => make("li", "", [drawn(line)])));
  const label = choice[1] || answer.label;
  const effects = answer.effects ?? [];
  touches.aimed = { choice, label, effects, panel };
  paint();
  showEffects(effects);
  drawAsk();
  readAgain();
  announce([label, ...lines].map((line) => drawn(line).textContent).join(". "));
  find("#ask .primary")?.focus({ preventScroll: true });
}

export async function askHint() {
  announce("Thinking.");
  const answer = await ask({ kind: "hint" });
  const hint = answer.hints?.[0];
  const choice = hint && state.choices.find(([action]) => action === hint.action);
  if (!choice) return;
  touches.handles = handlesOf(choice);
  const preview = await previewOf(choice);
  const odds = typeof hint.chance === "number"
    ? [`About ${Math.round(100 * hint.chance)} % to win, says ${answer.judge}.`]
    : [];
  if (preview) takeAim(choice, preview, [...odds, ...(preview.preview ?? [])]);
}

// ---- sending ----

/** @param {Choice} choice */
export function commit(choice) {
  if (isSent()) return;
  clearTouches();
  send({ kind: "act", decision: state.decision, action: choice[0] });
  markSent();
}

/** @param {object} message */
export async function send(message) {
  const answer = await ask(message);
  // What was accepted shows itself with the next update; until then nothing more is asked.
  if (answer.status === "accepted") return;
  markAnswered();
  if (answer.status === "resync") state.version = -1;
  if (!shown.playing) settle();
  if (answer.reason) look([], answer.reason);
  announce(answer.reason?.text ?? "The table has moved on.");
}
