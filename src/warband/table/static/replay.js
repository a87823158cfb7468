// Step through a match without loading the page anew: fetch one step, swap it in, play on. Every link works without this.

import { all, find, tabWhereItScrolls } from "./elements.js";

const MOST_GLIDES = 60;
const reel = find(".replay");
const stage = find("#stage");
const slider = find(".reel [name=step]");
const eyes = find("#eyes");
const pace = find("#pace");
const playButton = find("[data-play]");
const curve = find("#curve");
const last = Number(reel.dataset.last);
const still = matchMedia("(prefers-reduced-motion: reduce)");
let step = Number(reel.dataset.step);
let asked = 0;
let timer = 0;

/** @param {"frame" | "curve"} kind */
const address = (kind) => `/replay/${reel.dataset.table}/${kind}?step=${step}&eyes=${eyes.value}`;

// ---- one step ----

/** @param {number} at */
async function show(at) {
  step = Math.max(0, Math.min(last, at));
  const mine = ++asked;
  mark();
  const answer = await fetch(address("frame"));
  const html = await answer.text();
  // A later step may have been asked for meanwhile; only the newest answer counts.
  if (mine !== asked || !answer.ok) return;
  swap(html);
  history.replaceState(null, "", `?step=${step}&eyes=${eyes.value}`);
}

/** @param {string} html */
function swap(html) {
  if (!document.startViewTransition || still.matches) return put(html);
  nameForGlide();
  document.startViewTransition(() => {
    put(html);
    nameForGlide();
  });
}

/** @param {string} html */
function put(html) {
  stage.innerHTML = html;
  reel.dataset.shown = String(step);
  tabWhereItScrolls(stage);
}

// Pieces keep their name from one step to the next, so that they glide.
function nameForGlide() {
  const pieces = all(".piece[data-handle], .card[data-handle], .tok[data-handle]", stage);
  for (const piece of pieces.slice(0, MOST_GLIDES)) {
    piece.style.viewTransitionName = `p-${piece.dataset.handle.replace(/[^a-zA-Z0-9]/g, "-")}`;
  }
}

// ---- where in the match ----

function mark() {
  slider.value = String(step);
  find("#step-now").textContent = `Step ${step}`;
  for (const link of all(".told a", document)) markLink(link);
  markCurve();
  if (step === last) pause();
}

/** @param {HTMLElement} link */
function markLink(link) {
  link.removeAttribute("aria-current");
  if (Number(link.dataset.step) !== step) return;
  link.setAttribute("aria-current", "step");
  link.parentElement.parentElement.scrollTo({ top: link.offsetTop - 120 });
}

function markCurve() {
  const now = find(".curve .now");
  if (!now) return;
  const x = (Number(now.dataset.width) * step) / Math.max(1, Number(now.dataset.steps));
  now.setAttribute("d", `M${x} -6V${now.getAttribute("d").split("V")[1]}`);
}

// ---- playing on ----

function pause() {
  clearTimeout(timer);
  timer = 0;
  playButton.textContent = "Play";
}

function play() {
  playButton.textContent = "Pause";
  if (step === last) step = -1;
  timer = setTimeout(playNext, 0);
}

async function playNext() {
  await show(step + 1);
  if (timer && step < last) timer = setTimeout(playNext, Number(pace.value));
}

const playOrPause = () => timer ? pause() : play();

// ---- buttons and keys ----

/** @type {Record<string, () => number>} */
const PLACES = { first: () => 0, back: () => step - 1, next: () => step + 1, last: () => last };
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** @param {number} at */
function go(at) {
  pause();
  show(at);
}

/** @param {any} event */
function click(event) {
  const link = event.target.closest("[data-go], [data-step]");
  if (!link || link === reel || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.dataset.go ? PLACES[link.dataset.go]() : Number(link.dataset.step));
}

/** @param {any} event */
function press(event) {
  if (event.target.closest("input, select, button, a, ol") || event.ctrlKey || event.metaKey || event.altKey) return;
  const where = KEYS[event.key];
  if (!where && event.key !== " ") return;
  event.preventDefault();
  if (where) go(PLACES[where]());
  else playOrPause();
}

// The curve comes when the worker has it.
async function lookForCurve() {
  const answer = await fetch(address("curve"));
  if (answer.status === 202) setTimeout(lookForCurve, 300);
  if (answer.status !== 200) return;
  curve.innerHTML = await answer.text();
  curve.dataset.ready = "yes";
  mark();
}

document.addEventListener("click", click);
document.addEventListener("keydown", press);
playButton.addEventListener("click", playOrPause);
slider.addEventListener("input", () => go(Number(slider.value)));
eyes.addEventListener("change", () => {
  location.search = `?step=${step}&eyes=${eyes.value}`;
});
addEventListener("resize", () => tabWhereItScrolls(stage));
if (curve?.dataset.ready === "no") lookForCurve();
reel.dataset.shown = String(step);
tabWhereItScrolls(stage);
