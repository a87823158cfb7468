// The wire of a table: every message has an id and is sent again until it is answered; a lost connection is opened anew.

const RESEND = 4000;
const UNKNOWN_TABLE = 4404;
const newId = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export class Wire {
  // `have` tells the version that is shown, `receive` takes messages, `say` tells the person how the connection is.
  constructor(address, table, { have, receive, say }) {
    Object.assign(this, { address: address.replace(/^http/, "ws"), table, have, receive, say });
    this.waiting = new Map();
    this.pause = 500;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.resume());
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lose(event.code));
  }

  resume() {
    this.pause = 500;
    this.say("");
    this.socket.send(JSON.stringify({ kind: "resume", id: newId(), table: this.table, have: this.have() }));
    for (const entry of this.waiting.values()) this.post(entry);
  }

  lose(code) {
    if (code === UNKNOWN_TABLE) return this.say("This table does not exist any more.");
    setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, 15000);
    return this.say("The connection is lost. Trying again.");
  }

  post(entry) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(entry.text);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.post(entry), RESEND);
  }

  ask(message) {
    const id = newId();
    return new Promise((answer) => {
      const entry = { text: JSON.stringify({ ...message, id, table: this.table }), answer };
      this.waiting.set(id, entry);
      this.post(entry);
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
