// The end of a match on the mat itself: who has won, the blow that decided it, and a rematch on the spot.

import { all, find, make } from "./elements.js";
import { shown, state } from "./state.js";

const MOST_FACES = 5;
const page = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));

export function drawVerdict() {
  const mat = find("#root .felt");
  find(".verdict", mat ?? document)?.remove();
  document.body.classList.toggle("ended", Boolean(state.over));
  if (!mat || !state.over || shown.playing) return;
  mat.append(make("section", "verdict", [faces(), make("h2", "", title()), ...lines(), deeds()], {
    "aria-label": "The end",
    role: "status",
  }));
}

function title() {
  const { winner } = state.over;
  if (winner === state.seat) return "You win";
  return state.players[winner] ? `${state.players[winner].name} wins` : "A draw";
}

/** The pieces of the winner that are still there, the one with most life in the middle. */
function faces() {
  const side = ["first", "second"][state.over.winner];
  const own = all(`.felt .piece${side ? `.${side}` : ""}:not(.corpse) .sp, .rail .track${side ? `.${side}` : ""} .sp`);
  const row = own.slice(0, MOST_FACES).map((sprite) => make("i", "face-of", sprite.cloneNode()));
  return row.length ? make("div", "podium", row, { "aria-hidden": "true" }) : null;
}

function lines() {
  const { blow, text } = state.over;
  return [blow ? make("p", "blow-line", blow) : null, make("p", "", text)];
}

function deeds() {
  if (state.mode === "learn") {
    return make("div", "deeds", make("a", "btn primary", "Now a whole match", { href: state.over.url }));
  }
  const again = state.over.rematch
    ? make("a", "btn primary", "To the rematch", { href: state.over.rematch })
    : state.seat >= 0
    ? make("form", "", make("button", "btn primary", "Play again"), {
      method: "post",
      action: `/table/${page.dataset.table}/rematch`,
    })
    : null;
  const back = make("a", "btn", "Watch it back", { href: `/replay/${page.dataset.table}` });
  return make("div", "deeds", [again, make("a", "btn", "The story in numbers", { href: state.over.url }), back]);
}
