// What is asked: the prompt, the buttons, what the person is about to do.

import { aboutOf, byKey, nameOf } from "./board.js";
import { button, drawn, find, isWide, make, side } from "./elements.js";
import {
  handlesOf,
  isExact,
  isMyTurn,
  nextHandles,
  openChoices,
  presence,
  shown,
  state,
  touches,
  verbAt,
  verbOf,
} from "./state.js";

const MOST_VERBS = 3;

/**
 * What the buttons do. Those deeds draw what is asked in their turn, so they are handed in.
 * @typedef {{
 *   aim: (choice: import("./state.js").Choice) => void,
 *   commit: (choice: import("./state.js").Choice) => void,
 *   back: () => void,
 *   hint: () => void,
 *   skip: () => void,
 *   read: (handle: string) => void,
 *   send: (message: object) => void,
 * }} Deeds
 */

/** @type {Deeds} */
let act;

/** @param {Deeds} deeds */
export function wireButtons(deeds) {
  act = deeds;
}

export function drawAsk() {
  const ask = document.getElementById("ask");
  if (!ask) return;
  const { aimed, handles } = touches;
  const prompt = make("p", "prompt", [drawn(state.prompt ?? "")]);
  const deeds = make("div", "deeds");
  if (aimed) drawAim(prompt, deeds);
  else if (handles.length) drawPicking(prompt, deeds);
  else drawIdle(deeds);
  const asked = make("div", "asked", [prompt, aimed && !isWide() ? aimed.panel : null]);
  ask.replaceChildren(make("div", "telling"), asked, deeds);
}

export const undo = () => act.send({ kind: "undo", decision: state.decision });

/** @param {HTMLElement} deeds */
function drawIdle(deeds) {
  const acting = isMyTurn() && !shown.playing;
  if (state.undo) deeds.append(button("Undo", undo, "btn aid", "undo"));
  if (acting && state.hints) deeds.append(button("Hint", act.hint, "btn aid", "hint"));
  for (const choice of acting ? state.choices : []) {
    if (!handlesOf(choice).length) deeds.append(button(choice[1], () => act.aim(choice), "btn main"));
  }
  if (Number.isInteger(state.draw) && state.seat >= 0 && !state.over) drawOffer(deeds);
  if (!state.over) drawReplacements(deeds);
  if (shown.playing) deeds.append(button("Skip", act.skip, "btn", "skip"));
  if (state.over?.rematch) deeds.append(make("a", "btn", "To the rematch", { href: state.over.rematch }));
  if (state.over) deeds.append(make("a", "btn main", "How it went", { href: state.over.url }));
}

/** @param {HTMLElement} deeds */
function drawOffer(deeds) {
  if (state.draw === state.seat) return deeds.append(make("span", "offer", "You have offered a draw."));
  deeds.append(make("span", "offer", "A draw is offered."));
  deeds.append(button("Accept the draw", () => act.send({ kind: "answer_draw", accept: true })));
  return deeds.append(button("Play on", () => act.send({ kind: "answer_draw", accept: false })));
}

/** @param {HTMLElement} deeds */
function drawReplacements(deeds) {
  for (const seat of presence.replaceable.filter((gone) => state.players[gone].kind === "person")) {
    const label = `Let a computer play for ${state.players[seat].name}`;
    deeds.append(button(label, () => act.send({ kind: "bot", seat }), "btn quiet"));
  }
}

/**
 * @param {HTMLElement} prompt
 * @param {HTMLElement} deeds
 */
function drawPicking(prompt, deeds) {
  const exact = openChoices().filter(isExact);
  const only = openChoices().length === 1;
  const count = nextHandles().size;
  const last = touches.handles.at(-1);
  const name = nameOf(count ? last : touches.handles[0]);
  prompt.replaceChildren(make("b", "", `${name}. `), whatNext(count, exact.length > 0 || only));
  for (const choice of only ? openChoices() : exact) {
    deeds.append(button(choice[1] || verbOf(choice)[0], () => act.aim(choice), "btn main"));
  }
  if (aboutOf(byKey(last))) deeds.append(button("Read the card", () => act.read(last), "btn only-small"));
  deeds.append(button("Back", act.back, "btn", "undo"));
}

/**
 * @param {number} count how many places may be touched next
 * @param {boolean} orButton whether a button would do as well
 */
function whatNext(count, orButton) {
  if (!count) return "Choose what it does.";
  const verbs = [...nextHandles()].map((handle) => verbAt(handle)?.[0] ?? "").filter(Boolean);
  const said = [...new Set(verbs)].map((verb) => verb.replace(/ here$/, "")).slice(0, MOST_VERBS);
  const what = said.length ? `${listed(said)}: choose where` : "Choose a marked place";
  return `${what}${orButton ? ", or:" : "."}`;
}

/** @param {string[]} words */
const listed = (words) => words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/**
 * Ask in the question's own place: what is about to be done, and what it costs.
 * @param {HTMLElement} prompt
 * @param {HTMLElement} deeds
 */
function drawAim(prompt, deeds) {
  const { choice, label, costs } = touches.aimed;
  prompt.replaceChildren(make("b", "", label), costs ? ": " : ".", drawn(lowered(costs)));
  const [verb] = verbOf(choice);
  deeds.append(button(verb, (event) => confirm(event, choice), "btn main primary", "check"));
  deeds.append(button("Back", act.back, "btn", "undo"));
}

/** @param {string} html */
const lowered = (html) => html.charAt(0).toLowerCase() + html.slice(1);

/**
 * The second click of a double click is no yes: it was meant for the button that stood there before.
 * @param {any} event
 * @param {import("./state.js").Choice} choice
 */
function confirm(event, choice) {
  if (event.detail < 2) act.commit(choice);
}

/**
 * Tell what is happening where the question stands otherwise.
 * @param {import("./state.js").Step} step
 */
export function tellStep(step) {
  const ask = document.getElementById("ask");
  if (!ask || !step.sentence) return;
  const telling = make("p", `telling ${side(step.seat)}`, [
    make("i", `shape ${side(step.seat)}`),
    make("span", "", [drawn(step.sentence)]),
  ]);
  ask.replaceChildren(telling, make("div", "deeds", [button("Skip", act.skip, "btn", "skip")]));
}

/**
 * On a small screen the reason stands where the question was, until something else is touched.
 * @param {HTMLElement} reason
 * @param {string | undefined} handle the card that was touched
 */
export function askWithReason(reason, handle) {
  drawAsk();
  find("#ask .asked").replaceChildren(reason);
  if (handle) find("#ask .deeds").prepend(button("Read the card", () => act.read(handle), "btn"));
}

/** While a message is on its way nothing more is asked. */
export const markSent = () => document.getElementById("ask")?.classList.add("sent");
export const markAnswered = () => document.getElementById("ask")?.classList.remove("sent");
export const isSent = () => document.querySelector("#ask.sent") !== null;
