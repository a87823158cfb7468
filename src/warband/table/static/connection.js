// The connection of a table: every message has an id and is sent again until it is answered; a lost one is opened anew.

const RESEND = 4000;
const UNKNOWN_TABLE = 4404;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;
const newId = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * What a connection needs: the version that is shown, who takes messages, and who tells the person how it is.
 * @typedef {{ have: () => number, receive: (message: any) => void, say: (text: string) => void }} Ends
 */

class Connection {
  /**
   * @param {string} address
   * @param {string} table
   * @param {Ends} ends
   */
  constructor(address, table, { have, receive, say }) {
    this.address = address.replace(/^http/, "ws");
    this.table = table;
    this.have = have;
    this.receive = receive;
    this.say = say;
    this.waiting = new Map();
    this.pause = FIRST_PAUSE;
    this.isLost = false;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.resume());
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lose(event.code));
  }

  resume() {
    this.pause = FIRST_PAUSE;
    this.isLost = false;
    this.say("");
    this.socket.send(JSON.stringify({ kind: "resume", id: newId(), table: this.table, have: this.have() }));
    for (const entry of this.waiting.values()) this.post(entry);
  }

  /** @param {number} code */
  lose(code) {
    if (code === UNKNOWN_TABLE) return this.say("This table does not exist any more.");
    setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.isLost = true;
    return this.sayLost();
  }

  /** Say that the connection is lost, and what becomes of what was done meanwhile. */
  sayLost() {
    const kept = [...this.waiting.values()].some((entry) => entry.acts);
    this.say(`The connection is lost. Trying again. ${kept ? "What you did is kept and will be sent." : ""}`.trim());
  }

  post(entry) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(entry.text);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.post(entry), RESEND);
  }

  /**
   * @param {object} message
   * @returns {Promise<any>} the answer
   */
  ask(message) {
    const id = newId();
    return new Promise((answer) => {
      const acts = /** @type {any} */ (message).kind !== "attempt";
      const entry = { text: JSON.stringify({ ...message, id, table: this.table }), answer, acts };
      this.waiting.set(id, entry);
      this.post(entry);
      if (this.isLost) this.sayLost();
    });
  }

  take(message) {
    if (message.kind !== "answer") return this.receive(message);
    const entry = this.waiting.get(message.id);
    clearTimeout(entry?.timer);
    this.waiting.delete(message.id);
    return entry?.answer(message);
  }
}

// ---- the one connection of this page ----

/** @type {Connection} */
let connection;

/**
 * @param {string} address
 * @param {string} table
 * @param {Ends} ends
 */
export function connect(address, table, ends) {
  connection = new Connection(address, table, ends);
}

/** @param {object} message */
export const ask = (message) => connection.ask(message);

export const resume = () => connection.resume();
