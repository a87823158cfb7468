// The state of a table in this browser: what the server last said, what is being shown, what the person has touched.
// It is data; what draws it and what changes it stands elsewhere.

/**
 * An action: its number, its label, the handles that mean it, and the number of its verb.
 * @typedef {[number, string, ...(string | number)[]]} Choice
 *
 * What a flag says, and how it is drawn: attack, shoot, move, swap, place, or plain.
 * @typedef {[string, string]} Verb
 *
 * @typedef {{ name: string, kind: string }} Player
 *
 * One thing that happens: who did it, what is told and said of it, what is seen to move (a verb, then handles and how
 * much), how the board changes.
 * @typedef {{ seat: number, sentence?: string, spoken?: string, changes?: any[][], motion?: string[] }} Step
 *
 * @typedef {{ text: string, code?: string, clause?: string, url?: string }} Reason
 *
 * What a preview says a piece will lose or gain.
 * @typedef {{ handle: string, before: number, after: number, word: string }} Effect
 *
 * What the server says of an action before it is done: what it costs, whether that is asked about, what follows.
 * @typedef {{ label: string, costs: string, asks: boolean, over: boolean, preview?: string[], odds?: string,
 *   effects?: Effect[] }} Preview
 *
 * An action that waits for a last yes, and the key that it was aimed with; the same key again is that yes.
 * @typedef {{ choice: Choice, label: string, costs: string, effects: Effect[], panel: HTMLElement, key: string,
 *   decision: number }} Aim
 */

// A flag is a word or two.
const LONGEST_FLAG = 20;

/** What the server last said. Format of the messages: docs/wire.md. */
export const state = {
  decision: -1,
  version: -1,
  /** @type {Choice[]} */ choices: [],
  /** @type {Verb[]} */ verbs: [],
  /** @type {Player[]} */ players: [],
  /** @type {number[]} */ awaiting: [],
  seat: -1,
  /** @type {{ url: string, rematch?: string, winner?: number, text?: string, blow?: string } | null} */ over: null,
  /** @type {string | undefined} */ prompt: undefined,
  /** @type {string | undefined} */ heading: undefined,
  /** @type {string | undefined} */ watch: undefined,
  /** @type {string | undefined} */ mode: undefined,
  /** @type {boolean | undefined} */ undo: undefined,
  /** @type {boolean | undefined} */ hints: undefined,
  /** @type {number | undefined} */ draw: undefined,
  /** @type {{ name: string } | undefined} */ curtain: undefined,
  /** @type {{ left: number[], running: number[], begun?: boolean, zero?: string } | undefined} */ clock: undefined,
};

/** What is shown: whether steps are being played, the sentences of the log, the turn that can be shown again. */
export const shown = {
  playing: false,
  /** @type {string[]} */ log: [],
  /** @type {{ html: string, steps: Step[], seat: number, closed: boolean } | null} */ lastTurn: null,
};

/** What the person has touched, what they aim at, and how often that has changed. */
export const touches = {
  /** @type {string[]} */ handles: [],
  /** @type {Aim | null} */ aimed: null,
  changes: 0,
  // The key that was pressed last, or nothing where the person has used a pointer since.
  key: "",
};

/** Who is at the table, by seat, and whose seat may be given to a computer. */
export const presence = {
  here: [true, true],
  /** @type {number[]} */ replaceable: [],
};

export const isMyTurn = () => state.awaiting.includes(state.seat) && !state.over && !state.curtain;

export function clearTouches() {
  touches.handles = [];
  touches.aimed = null;
}

// ---- the choices that begin with what was touched ----

/**
 * @param {Choice} choice
 * @returns {string[]}
 */
export const handlesOf = (choice) => /** @type {any} */ (choice.slice(2).filter((part) => typeof part === "string"));

/**
 * @param {Choice} choice
 * @returns {Verb}
 */
export const verbOf = (choice) => state.verbs[/** @type {number} */ (choice.at(-1))] ?? ["Choose", ""];

/**
 * The handles of a choice in the order in which they are touched: its own, or, from a place to what can go there, the
 * other way round.
 * @param {Choice} choice
 * @returns {string[] | undefined} nothing where what was touched does not begin it
 */
function touchedOrder(choice) {
  const handles = handlesOf(choice);
  const isBegun = (/** @type {string[]} */ order) => touches.handles.every((handle, place) => order[place] === handle);
  if (isBegun(handles)) return handles;
  const back = [...handles].reverse();
  return handles.length === 2 && isBegun(back) ? back : undefined;
}

/** @param {Choice} choice */
export const isExact = (choice) => touchedOrder(choice)?.length === touches.handles.length;

export const openChoices = () => state.choices.filter(touchedOrder);

/** @param {Choice} choice */
export const nextOf = (choice) => touchedOrder(choice)?.[touches.handles.length];

/** The handles that may be touched next. */
export const nextHandles = () => new Set(openChoices().map(nextOf).filter(Boolean));

/** The places and pieces that may be touched first although they come last: each offers what can go there. */
export function placesToOffer() {
  const first = nextHandles();
  const last = state.choices.map(handlesOf).filter((handles) => handles.length === 2).map((handles) => handles[1]);
  return new Set(touches.handles.length ? [] : last.filter((handle) => !first.has(handle)));
}

/**
 * What the flag of a handle says that may be touched next: the verb of all it means, or that there is a choice.
 * @param {string} handle
 * @returns {Verb | undefined} nothing where more must be touched after it
 */
export function verbAt(handle) {
  const meant = openChoices().filter((choice) => nextOf(choice) === handle);
  if (meant.some((choice) => handlesOf(choice).length > touches.handles.length + 1)) return undefined;
  const [verb, ...others] = new Map(meant.map((choice) => [verbOf(choice).join(), verbOf(choice)])).values();
  if (!others.length) return verb;
  return [several([verb, ...others]), others.every((other) => other[1] === verb[1]) ? verb[1] : ""];
}

/**
 * What a flag says where one of several things may follow: the two verbs if they are short, or that there is a choice.
 * @param {Verb[]} verbs
 */
function several(verbs) {
  const said = verbs.map(([word]) => word).join(" or ");
  return verbs.length === 2 && said.length <= LONGEST_FLAG ? said : "Choose";
}
