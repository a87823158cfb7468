// Choosing: narrow the legal actions as pieces are touched, show what would follow, send the chosen one.

import { drawAsk, isSent, markAnswered, markSent } from "./asking.js";
import { handlesAround } from "./board.js";
import { ask } from "./connection.js";
import { bringIntoSight, settle } from "./drawing.js";
import { all, drawn, find, make } from "./elements.js";
import { skip } from "./feed.js";
import { look, openSheet, readAgain } from "./inspector.js";
import { paint, showEffects } from "./marks.js";
import { setting } from "./settings.js";
import { announce } from "./speech.js";
import {
  clearTouches,
  handlesOf,
  isExact,
  isMyTurn,
  nextHandles,
  nextOf,
  openChoices,
  placesToOffer,
  shown,
  state,
  touches,
} from "./state.js";

/** @typedef {import("./state.js").Choice} Choice */

// Reasons that say no more than that nothing begins there.
const VAGUE = ["no_touch", "no_meaning"];

// What the server has said of actions before they are done, as long as the table stands as it does.
/** @type {Map<string, import("./state.js").Preview>} */
const previews = new Map();

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
  const before = touches.handles;
  touches.handles = [];
  const first = nextHandles();
  const places = placesToOffer();
  const fresh = chain.find((name) => first.has(name)) ?? chain.find((name) => places.has(name));
  if (fresh) return pick(fresh);
  touches.handles = before;
  return explain(chain);
}

/** @param {string} handle */
export function pick(handle) {
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
  return vague ?? { text: "You can't use that right now. What glows can act." };
}

// ---- aiming: what it costs, and what would follow ----

/** @param {Choice} choice */
export async function aim(choice) {
  paint();
  const { decision } = state;
  const answer = await previewOf(choice);
  if (!answer) return decision === state.decision ? undefined : tellLost();
  return asks(answer) ? takeAim(choice, answer) : commit(choice);
}

/**
 * Whether an action asks before it is done; the server says what costs much and cannot be taken back.
 * @param {import("./state.js").Preview} answer
 */
function asks({ asks: costly, over }) {
  const asked = { every: true, match: over };
  return asked[setting("ask")] ?? costly;
}

/**
 * An answer that comes after the person, or the table, has moved on is of no use.
 * @param {Choice} choice
 */
async function previewOf(choice) {
  const mine = ++touches.changes;
  const answer = await foreseen(choice);
  return mine === touches.changes && !shown.playing ? answer : null;
}

/**
 * @param {Choice} choice
 * @returns {Promise<import("./state.js").Preview>}
 */
async function foreseen(choice) {
  const name = `${state.version} ${state.decision} ${choice[0]}`;
  const known = previews.get(name);
  if (known) return known;
  const answer = await ask({ kind: "preview", action: choice[0] });
  if (![...previews.keys()].every((other) => other.startsWith(`${state.version} ${state.decision} `))) previews.clear();
  if (answer.status === "accepted") previews.set(name, answer);
  return answer;
}

/**
 * @param {Choice} choice
 * @param {import("./state.js").Preview} answer
 * @param {string[]} told what is said besides
 */
function takeAim(choice, answer, told = []) {
  const lines = [...told, ...(answer.preview ?? [])];
  const list = make("ul", "preview", lines.map((line) => make("li", "", [drawn(line)])));
  const panel = make("div", "forecast", [answer.odds ? drawn(answer.odds) : null, list]);
  const label = choice[1] || answer.label;
  const effects = answer.effects ?? [];
  touches.aimed = { choice, label, costs: answer.costs, effects, panel, key: touches.key, decision: state.decision };
  paint();
  showEffects(effects);
  drawAsk();
  readAgain();
  announce(
    [label, answer.costs, ...chancesIn(panel), ...lines].filter(Boolean).map((line) => drawn(line).textContent).join(
      ". ",
    ),
  );
  find("#ask .primary")?.focus({ preventScroll: true });
}

/**
 * The chances that a bar shows, in words.
 * @param {HTMLElement} panel
 */
const chancesIn = (panel) => all(".odd", panel).map((chance) => chance.textContent);

/**
 * Show what a touch would do while the pointer, a dragged piece or the focus is over it.
 * @param {string[]} chain
 */
export async function foresee(chain) {
  const choice = meantBy(chain);
  if (!choice || touches.aimed) return;
  const mine = touches.changes;
  const { effects } = await foreseen(choice);
  if (mine === touches.changes && !touches.aimed && !shown.playing) showEffects(effects ?? []);
}

/**
 * The one action that touching any of these handles would mean now.
 * @param {string[]} chain
 */
export function meantBy(chain) {
  const next = nextHandles();
  const handle = chain.find((name) => next.has(name));
  const meant = openChoices().filter((choice) => handle && nextOf(choice) === handle);
  return meant.length === 1 && handlesOf(meant[0]).length === touches.handles.length + 1 ? meant[0] : null;
}

/** Aim at what the server thinks best, and say why. */
export async function askHint() {
  if (!state.hints) return announce("There are no hints in this match.");
  announce("Thinking.");
  const answer = await ask({ kind: "hint" });
  const choice = state.choices.find(([action]) => action === answer.hints?.[0]?.action);
  if (!choice) return announce(answer.reason?.text);
  touches.handles = handlesOf(choice);
  const preview = await previewOf(choice);
  return preview ? takeAim(choice, preview, (answer.why ?? []).map(escaped)) : undefined;
}

/** @param {string} text */
const escaped = (text) => make("span", "", text).innerHTML;

// ---- sending ----

/**
 * Say that what the person did was not done, and why.
 * @param {import("./state.js").Reason} reason
 */
function tellLost(reason = { text: "The table has moved on; that was not done." }) {
  look([], reason);
  announce(reason.text);
}

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
  tellLost(answer.reason);
}
