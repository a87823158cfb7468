// The table in a browser: show what the server sends, narrow the legal actions as pieces are touched, send the chosen one.
// The server decides everything; no module here holds rules. This one ties the others together.

import { wireButtons } from "./asking.js";
import { handlesAround, light } from "./board.js";
import { aim, askHint, back, commit, foresee, meantBy, send, touch } from "./choosing.js";
import { connect } from "./connection.js";
import { wireCurtain } from "./curtain.js";
import { wireDragging } from "./dragging.js";
import { wireDrawer } from "./drawer.js";
import { all, root } from "./elements.js";
import { playAgain, receive, skip } from "./feed.js";
import { drawRoving } from "./focus.js";
import { wireGlossary } from "./glossary.js";
import { look, openSheet, read } from "./inspector.js";
import { wireKeyboard } from "./keyboard.js";
import { drawLog } from "./log.js";
import { paint } from "./marks.js";
import { wireCalm } from "./pacing.js";
import { runClocks } from "./players.js";
import { wireSettings } from "./settings.js";
import { say } from "./speech.js";
import { state, touches } from "./state.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));

function wireMenu() {
  for (const opener of all("[data-opens]", document)) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(opener.dataset.opens));
    opener.addEventListener("click", () => dialog.showModal());
  }
  for (const sender of all("[data-sends]", document)) {
    sender.addEventListener("click", () => {
      for (const dialog of all("dialog[open]", document)) dialog.close();
      send({ kind: sender.dataset.sends });
    });
  }
}

function wireBoard() {
  root.addEventListener("click", ({ target }) => click(/** @type {Element} */ (target)));
  root.addEventListener("focusin", ({ target }) => {
    const stop = /** @type {Element} */ (target).closest('[role="button"]');
    if (stop && !touches.aimed) look(handlesAround(stop));
  });
  root.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse") hover(/** @type {Element} */ (target));
  });
  root.addEventListener("mouseleave", () => light([]), true);
  addEventListener("resize", () => {
    drawRoving();
    drawLog();
  });
}

/** @param {Element} target */
function click(target) {
  if (target.closest(".again")) playAgain();
  else if (!target.closest("#ask,#inspect,#log,.texts")) touch(target);
}

/** @param {Element} target */
function hover(target) {
  const line = target.closest(".ref") ?? target.closest("#log li, .preview li, .prompt");
  light(line ? [line, ...all(".ref", line)].map((part) => part.dataset.about).filter(Boolean) : []);
  const piece = /** @type {HTMLElement} */ (target.closest(".piece"));
  if (piece && !touches.handles.length) read(piece.dataset.handle);
  hoverPlace(handlesAround(target));
}

// The action that the pointer is over, once something is touched.
let hovered = -1;

/**
 * Show what would follow while the pointer is over a place that may be touched next.
 * @param {string[]} chain
 */
function hoverPlace(chain) {
  const meant = touches.handles.length && !touches.aimed ? meantBy(chain)?.[0] ?? -1 : -1;
  if (meant === hovered) return;
  hovered = meant;
  if (touches.aimed || document.body.classList.contains("dragging")) return;
  paint();
  if (meant >= 0) foresee(chain);
}

function start() {
  wireButtons({ aim, commit, back, hint: askHint, skip, read: openSheet, send });
  wireSettings();
  wireCalm();
  wireGlossary();
  wireMenu();
  wireDrawer();
  wireBoard();
  wireDragging();
  wireKeyboard();
  wireCurtain(() => send({ kind: "uncurtain" }));
  runClocks();
  connect(page.dataset.socket, page.dataset.table, { have: () => state.version, receive, say });
}

if (page) start();
