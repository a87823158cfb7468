// The inspector: the large card, what lies ahead, and the reason why something cannot be done.

import { askWithReason } from "./asking.js";
import { byKey, identity, plain } from "./board.js";
import { all, button, find, icon, isWide, make } from "./elements.js";
import { markTerms } from "./glossary.js";
import { touches } from "./state.js";

// The handle of the piece that is shown large.
let reading = "";

/**
 * Show the first piece of a chain of handles large, and the reason if there is one.
 * @param {string[]} chain
 * @param {import("./state.js").Reason | null} [reason]
 */
export function look(chain, reason) {
  const holder = chain.map(byKey).find((element) =>
    element?.matches(".piece") || element?.querySelector(":scope > .on > .piece")
  );
  const piece = holder?.matches(".piece") ? holder : holder?.querySelector(".piece");
  read(piece?.dataset.handle ?? "", reason);
  if (reason && !isWide()) askWithReason(drawReason(reason), piece?.dataset.handle);
}

/** @param {string[]} chain */
export function openSheet(...chain) {
  look(chain);
  if (isWide() || !reading) return;
  const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
  sheet.replaceChildren(drawLarge(byKey(reading)), button("Back to the table", () => sheet.close(), "btn main"));
  sheet.showModal();
}

/**
 * @param {string} handle
 * @param {import("./state.js").Reason | null} [reason]
 */
export function read(handle, reason) {
  const piece = handle ? byKey(handle) : null;
  reading = piece ? handle : "";
  // What is said in the question already needs no second place.
  const aimed = isWide() && touches.aimed?.panel.textContent ? touches.aimed : null;
  const parts = [
    aimed ? drawAhead(aimed) : null,
    reason ? drawReason(reason) : null,
    piece && !aimed ? drawLarge(piece) : null,
  ];
  document.getElementById("inspect")?.replaceChildren(...parts.filter(Boolean));
}

export const readAgain = () => read(reading);

// ---- what lies ahead: who does it to whom, and what follows ----

/** @param {import("./state.js").Aim} aimed */
function drawAhead({ label, effects, panel }) {
  const arts = [...new Set([touches.handles[0], touches.handles.at(-1)])].map(pictureOf);
  const [effect] = effects;
  const blow = effect ? make("b", "blow", String(Math.abs(effect.after - effect.before))) : icon("play");
  const both = arts.length === 2 && arts.every(Boolean);
  const clash = both ? make("div", "clash", [arts[0], blow, arts[1]], { "aria-hidden": "true" }) : null;
  return make("div", "ahead", [make("h2", "ahead-h", label), clash, panel]);
}

/** @param {string | undefined} handle */
function pictureOf(handle) {
  const element = handle && byKey(handle);
  const art = element && find(".art .sp, .who .sp", element);
  if (!art) return null;
  return make("span", `stand-in ${sideOf(element.matches(".piece") ? element : find(".piece", element))}`, [
    art.cloneNode(),
  ]);
}

/** @param {Element} piece */
const sideOf = (piece) => identity(piece).split(" ")[0];

// ---- the reason ----

/** @param {import("./state.js").Reason} reason */
function drawReason(reason) {
  const clause = String(reason.clause ?? "").split(":").pop();
  const isRule = reason.url && !clause.includes("/");
  const link = isRule ? make("a", "", `Rule ${clause}`, { href: reason.url, target: "_blank" }) : null;
  return make("p", "reason", [icon("book"), make("span", "", [reason.text, " ", link])], { role: "status" });
}

// ---- the large card ----

/** @param {any} piece */
function drawLarge(piece) {
  const uses = usesOf(piece);
  const note = !uses && find(".note", piece)?.textContent;
  const chips = find(".chips", piece)?.cloneNode(true) ?? null;
  return make("div", "large", [drawHead(piece), drawStage(piece), chips, note ? make("p", "", note) : null, uses]);
}

/** @param {any} piece */
function drawHead(piece) {
  const box = piece.parentElement.closest("[data-handle]");
  const name = plain(find(".nm, .grp-n", piece)) || piece.getAttribute("aria-label");
  const where = box?.title || (box?.getAttribute("aria-label")?.split(",")[0] ?? "");
  return make("div", "large-h", [make("h2", "nm", name), make("span", "where", where)]);
}

/** @param {any} piece */
function drawStage(piece) {
  const glyph = (find(".cs, .fan", piece)?.className ?? "").replace(/\b(cs|fan)\b/, "");
  const art = find(".sp", piece)?.cloneNode() ?? make("i", `sp gl ${glyph}`);
  const numbers = all(".nums .num", piece).map((part) => part.cloneNode(true));
  return make("div", `stage ${sideOf(piece)}`, [art, ...numbers]);
}

/**
 * What a card can do, from the list of cards in words, with what counts now marked.
 * @param {any} piece
 */
function usesOf(piece) {
  const entry = byKey(`~about/${piece.dataset.about}`);
  if (!entry) return null;
  const uses = find(".details", entry).cloneNode(true);
  markTerms(uses);
  for (const line of all(".detail", uses)) markNow(line, piece.dataset.now);
  return uses;
}

/**
 * @param {HTMLElement} line
 * @param {string | undefined} now
 */
function markNow(line, now) {
  const label = find(".dt", line);
  if (!now || label?.textContent !== now) return;
  line.classList.add("counts");
  label.append(make("span", "now-word", "now"));
}
