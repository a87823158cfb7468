// Step through a match without loading the page anew: fetch one step, swap it in, play on. Every link works without this.
import { tabWhereItScrolls } from "./board.js";

const reel = document.querySelector(".replay");
const stage = document.getElementById("stage");
const slider = document.querySelector(".reel [name=step]");
const eyes = document.getElementById("eyes");
const pace = document.getElementById("pace");
const playButton = document.querySelector("[data-play]");
const last = Number(reel.dataset.last);
const still = matchMedia("(prefers-reduced-motion: reduce)");
let step = Number(reel.dataset.step);
let asked = 0;
let timer = 0;

const address = (kind, at) => `/replay/${reel.dataset.table}/${kind}?step=${at}&eyes=${eyes.value}`;

async function show(at) {
  step = Math.max(0, Math.min(last, at));
  const mine = ++asked;
  mark();
  const answer = await fetch(address("frame", step));
  const html = await answer.text();
  // A later step may have been asked for meanwhile; only the newest answer counts.
  if (mine !== asked || !answer.ok) return;
  swap(html);
  history.replaceState(null, "", `?step=${step}&eyes=${eyes.value}`);
}

function swap(html) {
  const put = () => {
    stage.innerHTML = html;
    reel.dataset.shown = String(step);
    tabWhereItScrolls(stage);
  };
  if (!document.startViewTransition || still.matches) return put();
  name();
  document.startViewTransition(() => {
    put();
    name();
  });
}

// Pieces keep their name from one step to the next, so that they glide.
function name() {
  let count = 0;
  for (const piece of stage.querySelectorAll(".piece[data-handle], .card[data-handle], .tok[data-handle]")) {
    if (++count > 60) break;
    piece.style.viewTransitionName = `p-${piece.dataset.handle.replace(/[^a-zA-Z0-9]/g, "-")}`;
  }
}

function mark() {
  slider.value = String(step);
  document.getElementById("step-now").textContent = `Step ${step}`;
  for (const link of document.querySelectorAll(".told a")) {
    link.toggleAttribute("aria-current", false);
    if (Number(link.dataset.step) === step) {
      link.setAttribute("aria-current", "step");
      link.parentElement.parentElement.scrollTo({ top: link.offsetTop - 120 });
    }
  }
  const now = document.querySelector(".curve .now");
  if (now) {
    const x = (Number(now.dataset.width) * step) / Math.max(1, Number(now.dataset.steps));
    now.setAttribute("d", `M${x} -6V${now.getAttribute("d").split("V")[1]}`);
  }
  if (step === last) pause();
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  playButton.textContent = "Play";
}

async function play() {
  playButton.textContent = "Pause";
  if (step === last) step = -1;
  const next = async () => {
    await show(step + 1);
    if (timer && step < last) timer = setTimeout(next, Number(pace.value));
  };
  timer = setTimeout(next, 0);
}

const places = { first: () => 0, back: () => step - 1, next: () => step + 1, last: () => last };
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], [data-step]");
  if (!link || link === reel || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  show(link.dataset.go ? places[link.dataset.go]() : Number(link.dataset.step));
});
playButton.addEventListener("click", () => (timer ? pause() : play()));
slider.addEventListener("input", () => {
  pause();
  show(Number(slider.value));
});
eyes.addEventListener("change", () => {
  location.search = `?step=${step}&eyes=${eyes.value}`;
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, button, a, ol") || event.ctrlKey || event.metaKey || event.altKey) return;
  const where = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (where) {
    event.preventDefault();
    pause();
    show(places[where]());
  } else if (event.key === " ") {
    event.preventDefault();
    if (timer) pause();
    else play();
  }
});

// The curve comes when the worker has it.
const curve = document.getElementById("curve");
async function lookForCurve() {
  const answer = await fetch(address("curve", step));
  if (answer.status === 200) {
    curve.innerHTML = await answer.text();
    curve.dataset.ready = "yes";
    mark();
  } else if (answer.status === 202) {
    setTimeout(lookForCurve, 300);
  }
}
if (curve && curve.dataset.ready === "no") lookForCurve();
reel.dataset.shown = String(step);
tabWhereItScrolls(stage);
addEventListener("resize", () => tabWhereItScrolls(stage));
