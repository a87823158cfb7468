// The state of a table in this browser: what the server last said, what is being shown, what the person has touched.
// It is data; what draws it and what changes it stands elsewhere.

/**
 * An action: its number, its label, the handles that mean it, and whether it ends the turn.
 * @typedef {[number, string, ...(string | { ends?: boolean })[]]} Choice
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
 * An action that waits for a last yes.
 * @typedef {{ choice: Choice, label: string, effects: Effect[], panel: HTMLElement }} Aim
 */

/** What the server last said. Format of the messages: docs/wire.md. */
export const state = {
  decision: -1,
  version: -1,
  /** @type {Choice[]} */ choices: [],
  /** @type {Player[]} */ players: [],
  /** @type {number[]} */ awaiting: [],
  seat: -1,
  /** @type {{ url: string, rematch?: string, winner?: number, text?: string, blow?: string } | null} */ over: null,
  /** @type {string | undefined} */ prompt: undefined,
  /** @type {string | undefined} */ heading: undefined,
  /** @type {string | undefined} */ watch: undefined,
  /** @type {string | undefined} */ mode: undefined,
  /** @type {boolean | undefined} */ undo: undefined,
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

/** @param {Choice} choice */
export const isEnding = (choice) => choice.some((part) => /** @type {any} */ (part)?.ends);

/** @param {Choice} choice */
const begins = (choice) => touches.handles.every((handle, place) => handlesOf(choice)[place] === handle);

/** @param {Choice} choice */
export const isExact = (choice) => begins(choice) && handlesOf(choice).length === touches.handles.length;

export const openChoices = () => state.choices.filter(begins);

/** The handles that may be touched next. */
export const nextHandles = () =>
  new Set(openChoices().map((choice) => handlesOf(choice)[touches.handles.length]).filter(Boolean));
