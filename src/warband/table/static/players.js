// The players at the top of the page: who they are, whose turn it is, their clocks; and what else tells of the turn.

import { all, find, icon, make, side } from "./elements.js";
import { isMyTurn, presence, state } from "./state.js";

const WHO = { bot: "computer", empty: "not here yet" };
const SHORT_OF_TIME = 30;
const page = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));

export function drawPlayers() {
  document.getElementById("players").replaceChildren(...state.players.map(drawPlayer));
  document.getElementById("heading").textContent = state.heading ?? "";
  const watching = document.getElementById("watching");
  watching.textContent = state.watch ?? (state.clock?.begun === false ? "The clocks wait until both are here." : "");
  watching.hidden = !watching.textContent;
  for (const deed of all("[data-sends], [data-opens=resigning]", document)) deed.disabled = Boolean(state.over);
  drawTurn();
}

function drawTurn() {
  const mine = isMyTurn();
  document.body.classList.toggle("my-turn", mine);
  document.body.classList.toggle("lesson", state.mode === "learn");
  document.title = mine ? `Your turn: ${page.dataset.title}` : page.dataset.title;
  find("link[rel=icon]").href = mine ? page.dataset.iconTurn : page.dataset.icon;
}

/**
 * @param {import("./state.js").Player} player
 * @param {number} seat
 */
function drawPlayer(player, seat) {
  const turn = state.awaiting.includes(seat) && !state.over;
  const who = seat === state.seat ? "you" : (WHO[player.kind] ?? (presence.here[seat] ? "" : "away"));
  return make("span", `player ${side(seat)}${turn ? " deciding" : ""}`, [
    make("i", `shape ${side(seat)}`),
    make("b", "nm", player.name, { title: player.name }),
    who ? make("span", seat === state.seat ? "whose you" : "whose", who) : null,
    state.clock ? make("span", "clock", "", { "data-seat": seat, title: state.clock.zero ?? "" }) : null,
    turn
      ? make("span", "turn", [
        icon("play"),
        make("span", "", seat === state.seat ? "your turn" : player.kind === "bot" ? "thinking" : "to play"),
      ])
      : null,
  ]);
}

// ---- clocks ----

// When the server last said how much time is left.
let clockAt = 0;

export function setClocks() {
  clockAt = performance.now();
}

export function runClocks() {
  setInterval(tick, 250);
}

function tick() {
  if (!state.clock) return;
  const gone = (performance.now() - clockAt) / 1000;
  for (const face of all(".clock", document)) {
    const seat = Number(face.dataset.seat);
    const left = Math.max(0, state.clock.left[seat] - (state.clock.running.includes(seat) ? gone : 0));
    const text = minutes(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("short", left < SHORT_OF_TIME);
  }
}

/** @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
