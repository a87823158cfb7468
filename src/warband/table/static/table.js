// The table in a browser: show what the server sends, narrow the legal actions as pieces are touched, send the chosen one.
// The server decides everything; this module holds no rules. Format of the messages: docs/wire.md.

import { all, byKey, button, drawn, find, icon, identity, make, root, show, tabWhereItScrolls } from "./board.js";
import { Wire } from "./wire.js";

const WAITS = { slow: 1800, normal: 950, fast: 380, none: 0 };
const VAGUE = ["no_touch", "no_meaning"];
const WHO = { bot: "computer", empty: "not here yet" };
const DEFAULTS = { speed: "normal", sound: "off", confirm: "on", ending: "on" };

const page = document.querySelector("[data-table]");
const live = document.getElementById("live");

// What the server last said, what is still to be shown, and what the person has touched.
let state = { decision: -1, version: -1, choices: [], players: [], awaiting: [], seat: -1, over: null };
let log = [];
let queue = [];
let showing = false;
let wake = null;
let hurry = false;
// How often the whole table has come; what was being shown then is of no use any more.
let pictures = 0;
let touched = [];
let aimed = null;
let lastTurn = null;
let readingOf = "";
let askedToEnd = -1;
let aims = 0;
let usesKeys = false;
// Who is at the table, by seat, and whose seat may be given to a computer.
let here = [true, true];
let replaceable = [];

const setting = (name) => localStorage.getItem(`warband-${name}`) ?? DEFAULTS[name];

// ---- what the server sends ----

function receiveWhole(message) {
  queue = [];
  pictures += 1;
  wake?.();
  root.replaceChildren(drawn(message.html));
  log = message.log ?? [];
  lastTurn = null;
  accept(message);
  drawLog();
  settle();
}

function receiveUpdate(message) {
  const sentences = message.steps.filter((step) => step.sentence).length;
  queue.push({ ...message, keep: (message.lines ?? log.length + sentences) - sentences });
  if (!showing) play();
}

function accept(message) {
  const mine = isMyTurn();
  if (message.over?.rematch && state.over && !state.over.rematch) announce("The rematch has begun.");
  state = { ...state, ...message };
  if (!mine && isMyTurn() && setting("sound") === "on") chime();
}

const isMyTurn = () => state.awaiting.includes(state.seat) && !state.over && !state.curtain;

async function play() {
  showing = true;
  document.body.classList.add("showing");
  while (queue.length) {
    const message = queue.shift();
    forgetTouches();
    log.length = Math.min(log.length, Math.max(0, message.keep));
    const mine = pictures;
    const changes = message.steps.some((step) => step.changes?.length);
    try {
      for (const [place, step] of message.steps.entries()) {
        if (mine !== pictures) break;
        remember(step, changes);
        await playStep(step, place < message.steps.length - 1 || queue.length);
      }
    } catch (error) {
      console.error(error);
      startAnew();
      break;
    }
    if (mine === pictures) accept(message);
  }
  showing = false;
  hurry = false;
  document.body.classList.remove("showing");
  settle();
}

// A picture that cannot be brought up to date is asked for whole.
function startAnew() {
  queue = [];
  state.version = -1;
  wire.resume();
}

// The turn that can be shown again begins with the other's first step after one's own, and takes chance along.
// A message that changes nothing, such as the offer of a draw, begins none.
function remember(step, changes) {
  const someone = step.seat >= 0;
  if (someone && step.seat === state.seat && lastTurn) lastTurn.closed = true;
  const begins = someone && step.seat !== state.seat && changes;
  if (begins && (!lastTurn || lastTurn.closed || lastTurn.seat !== step.seat)) {
    lastTurn = { html: root.innerHTML.replace(/view-transition-name: [^;"]*;?/g, ""), steps: [], seat: step.seat, closed: false };
  }
  if (lastTurn && !lastTurn.closed) lastTurn.steps.push(step);
}

async function playStep(step, more) {
  if (step.sentence) log.push(step.sentence);
  drawLog();
  tellStep(step);
  announce(step.spoken);
  await show(step.changes ?? []);
  light(all(".telling .ref").map((part) => part.dataset.about));
  if (step.seat !== state.seat && (more || step.sentence)) await rest(WAITS[setting("speed")]);
}

function rest(time) {
  if (!time || hurry || document.hidden) return Promise.resolve();
  return new Promise((go) => {
    const timer = setTimeout(go, time);
    wake = () => { clearTimeout(timer); go(); };
  });
}

function skip() {
  hurry = showing;
  wake?.();
}

async function playAgain() {
  if (!lastTurn || showing) return;
  const now = root.innerHTML;
  const mine = pictures;
  showing = true;
  document.body.classList.add("showing");
  forgetTouches();
  root.innerHTML = lastTurn.html;
  mountAll();
  if (!isWide()) root.scrollIntoView();
  for (const step of lastTurn.steps) {
    if (queue.length || hurry || mine !== pictures) break;
    tellStep(step);
    await show(step.changes ?? []);
    await rest(WAITS[setting("speed")] || WAITS.normal);
  }
  if (mine === pictures) root.innerHTML = now;
  showing = false;
  hurry = false;
  document.body.classList.remove("showing");
  settle();
  if (queue.length) play();
}

// ---- asking: prompt, buttons, what the person is about to do ----

function settle() {
  document.getElementById("ask")?.classList.remove("sent");
  touched = [];
  aimed = null;
  mountAll();
  if (state.prompt) announce(drawn(state.prompt).textContent);
  keepFocus();
  bringIntoSight();
}

// Where nothing that may be touched next is in sight, the first of it is brought there.
function bringIntoSight() {
  const marked = all(touched.length ? "[data-state=next]" : "[data-state=may]").filter((element) => element.offsetParent !== null);
  if (marked.length && !marked.some(isInSight)) marked[0].scrollIntoView({ block: "center", inline: "nearest" });
}

function isInSight(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const floor = element.closest(".near") ? innerHeight : document.getElementById("ask").getBoundingClientRect().top;
  return bottom > 0 && top < Math.min(floor, innerHeight) && right > 0 && left < innerWidth;
}

function mountAll() {
  drawPlayers();
  drawLog();
  paint();
  drawAsk();
  drawCurtain();
  read(readingOf);
}

const handlesOf = (choice) => choice.slice(2).filter((part) => typeof part === "string");
const isEnding = (choice) => choice.some((part) => part?.ends);
const begins = (choice) => touched.every((handle, place) => handlesOf(choice)[place] === handle);
const isExact = (choice) => begins(choice) && handlesOf(choice).length === touched.length;
const open = () => state.choices.filter(begins);
const nextHandles = () => new Set(open().map((choice) => handlesOf(choice)[touched.length]).filter(Boolean));

function paint() {
  const next = isMyTurn() && !showing ? nextHandles() : new Set();
  for (const element of all("[data-state]")) restore(element);
  document.body.classList.toggle("picking", touched.length > 0);
  for (const handle of next) dress(handle, touched.length ? "next" : "may", touched.length ? "Target" : "");
  for (const handle of touched) dress(handle, "picked", "Selected");
  for (const flag of all(".flag")) describe(flag);
  drawRoving();
}

function dress(handle, name, word) {
  const element = byKey(handle);
  if (!element) return;
  element.dataset.state = name;
  const shown = find(".piece", element) && element.matches(".slot,.hex") ? find(".piece", element) : element;
  shown.dataset.state = name;
  const flag = find(":scope > .flag, :scope > .stand > .flag, :scope > .head > .flag", shown);
  if (!flag || !word) return;
  const place = shown.matches(".slot,.hex") && name === "next";
  const kind = name === "next" ? "target" : "selected";
  flag.before(make("span", "flag now", [icon(name === "next" ? "aim" : "diamond"), make("span", `w fl-${kind}`, place ? "Here" : word)]));
}

// The words of a flag are said with the piece that carries it.
function describe(flag) {
  const piece = flag.parentElement.closest('[role="button"]');
  if (piece && flag === find(".flag", piece)) piece.setAttribute("aria-description", flag.textContent);
}

function restore(element) {
  delete element.dataset.state;
  for (const flag of all(".flag.now", element)) flag.remove();
  for (const pip of all(".pips i.lost", element)) pip.classList.remove("lost");
}

function drawAsk() {
  const ask = document.getElementById("ask");
  if (!ask) return;
  const told = make("div", "telling");
  const prompt = make("p", "prompt", [drawn(state.prompt ?? "")]);
  const deeds = make("div", "deeds");
  if (aimed) drawAim(prompt, deeds);
  else if (touched.length) drawPicking(prompt, deeds);
  else drawIdle(deeds);
  ask.replaceChildren(told, make("div", "asked", [prompt, aimed && !isWide() ? aimed.panel : null]), deeds);
  if (aimed) read(readingOf);
}

function drawIdle(deeds) {
  const acting = isMyTurn() && !showing;
  if (state.undo) deeds.append(button("Undo", () => send({ kind: "undo", decision: state.decision }), "btn", "undo"));
  if (acting) deeds.append(button("Hint", askHint, "btn", "hint"));
  for (const choice of acting ? state.choices : []) {
    if (!handlesOf(choice).length) deeds.append(button(choice[1], () => aim(choice), "btn main"));
  }
  if (Number.isInteger(state.draw) && state.seat >= 0 && !state.over) drawOffer(deeds);
  for (const seat of state.over ? [] : replaceable.filter((gone) => state.players[gone].kind === "person")) {
    deeds.append(button(`Let a computer play for ${state.players[seat].name}`, () => send({ kind: "bot", seat }), "btn quiet"));
  }
  if (showing) deeds.append(button("Skip", skip, "btn", "skip"));
  if (state.over?.rematch) deeds.append(make("a", "btn", "To the rematch", { href: state.over.rematch }));
  if (state.over) deeds.append(make("a", "btn main", "How it went", { href: state.over.url }));
}

function drawOffer(deeds) {
  if (state.draw === state.seat) return deeds.append(make("span", "offer", "You have offered a draw."));
  deeds.append(make("span", "offer", "A draw is offered."));
  deeds.append(button("Accept the draw", () => send({ kind: "answer_draw", accept: true })));
  return deeds.append(button("Play on", () => send({ kind: "answer_draw", accept: false })));
}

function drawPicking(prompt, deeds) {
  const exact = open().filter(isExact);
  const count = nextHandles().size;
  const name = nameOf(count ? touched.at(-1) : touched[0]);
  const places = count === 1 ? "the marked place" : `one of ${count} marked places`;
  const rest = count ? `Choose ${places}${exact.length ? ", or:" : "."}` : "Choose what it does.";
  prompt.replaceChildren(make("b", "", `${name}. `), rest);
  for (const choice of exact) deeds.append(button(choice[1], () => aim(choice), "btn main"));
  if (aboutOf(byKey(touched.at(-1)))) deeds.append(button("Read the card", () => openSheet(touched.at(-1)), "btn only-small"));
  deeds.append(button("Back", back, "btn", "undo"));
}

function drawAim(prompt, deeds) {
  const { choice, label } = aimed;
  prompt.replaceChildren(make("b", "", label));
  deeds.append(button("Do it", () => commit(choice), "btn main primary", "check"));
  deeds.append(button("Back", back, "btn", "undo"));
}

function nameOf(handle) {
  const element = byKey(handle);
  if (element?.matches(".box")) return element.getAttribute("aria-label").split(",")[0];
  const piece = element?.matches(".piece") ? element : find(".piece", element ?? root);
  return (find(".nm, .grp-n", piece ?? element)?.textContent ?? element?.getAttribute("aria-label") ?? handle).trim();
}

function tellStep(step) {
  const ask = document.getElementById("ask");
  if (!ask || !step.sentence) return;
  const told = make("p", `telling ${side(step.seat)}`, [make("i", `shape ${side(step.seat)}`), make("span", "", [drawn(step.sentence)])]);
  ask.replaceChildren(told, make("div", "deeds", [button("Skip", skip, "btn", "skip")]));
}

function side(seat) {
  return ["first", "second"][seat] ?? "none";
}

// ---- touching ----

function touch(element) {
  if (showing) return skip();
  const chain = handlesAround(element);
  if (!chain.length) return undefined;
  if (!isMyTurn()) return openSheet(...chain);
  if (aimed) back();
  const next = nextHandles();
  const handle = chain.find((name) => next.has(name));
  if (handle) return pick(handle);
  if (chain.some((name) => touched.includes(name))) return back();
  const fresh = chain.find((name) => state.choices.some((choice) => handlesOf(choice)[0] === name));
  if (touched.length && fresh) {
    touched = [];
    return pick(fresh);
  }
  return explain(chain);
}

function handlesAround(element) {
  const found = [];
  for (let at = element?.closest("[data-handle]"); at; at = at.parentElement?.closest("[data-handle]")) found.push(at.dataset.handle);
  return found;
}

function pick(handle) {
  aims += 1;
  touched.push(handle);
  const left = open();
  if (left.length === 1 && isExact(left[0])) aim(left[0]);
  else {
    look([handle], "");
    paint();
    drawAsk();
    announce(document.querySelector("#ask .prompt").textContent);
    bringIntoSight();
  }
}

function back() {
  aims += 1;
  aimed = null;
  touched.pop();
  read(readingOf);
  paint();
  drawAsk();
}

function forgetTouches() {
  aims += 1;
  touched = [];
  aimed = null;
  if (find("#root .table")) paint();
}

async function explain(chain) {
  const reason = await reasonFor(chain);
  look(chain, reason);
  announce(reason.text);
}

// Where a piece has nothing to say for itself, the place it stands on may have, and what lies around that.
async function reasonFor(chain) {
  let vague = null;
  for (const handle of chain.slice(0, 3)) {
    const { reason } = await ask({ kind: "attempt", handles: [...touched, handle] });
    if (reason && !VAGUE.includes(reason.code)) return reason;
    vague ??= reason;
  }
  return vague ?? { text: "Nothing begins with that now." };
}

async function aim(choice) {
  paint();
  const answer = await previewOf(choice);
  if (!answer) return undefined;
  const lines = answer.preview ?? [];
  if (!(isEnding(choice) ? asksToEnd() : lines.length && setting("confirm") === "on")) return commit(choice);
  return takeAim(choice, answer, lines.length ? lines : ["Something can still be done. End it all the same?"]);
}

// An answer that comes after the person, or the table, has moved on is of no use.
async function previewOf(choice) {
  const mine = ++aims;
  const answer = await ask({ kind: "preview", action: choice[0] });
  return mine === aims && !showing ? answer : null;
}

// Ending a turn with something left to do is asked about once.
function asksToEnd() {
  const asks = setting("ending") === "on" && askedToEnd !== state.decision;
  askedToEnd = state.decision;
  return asks;
}

function takeAim(choice, answer, lines) {
  const panel = make("ul", "preview", lines.map((line) => make("li", "", [drawn(line)])));
  aimed = { choice, label: choice[1] || answer.label, effects: answer.effects ?? [], panel };
  paint();
  showEffects(aimed.effects);
  drawAsk();
  announce([aimed.label, ...lines].map((line) => drawn(line).textContent).join(". "));
  find("#ask .primary")?.focus({ preventScroll: true });
}

function showEffects(effects) {
  for (const { handle, before, after, word } of effects) {
    const element = byKey(handle);
    const piece = element?.matches(".piece,.track") ? element : find(".piece", element ?? root);
    if (!piece) continue;
    const flag = find(".flag:not(.now)", piece);
    for (const old of all(".flag.now", piece)) old.remove();
    flag?.before(make("span", "flag now", [icon("aim"), make("span", "w fl-aimed", word)]));
    piece.dataset.state = "aimed";
    if (element !== piece) element.dataset.state = "aimed";
    all(".pips i", piece).slice(Math.max(0, after), Math.max(0, before)).forEach((pip) => pip.classList.add("lost"));
  }
}

function commit(choice) {
  if (document.querySelector("#ask.sent")) return;
  touched = [];
  aimed = null;
  send({ kind: "act", decision: state.decision, action: choice[0] });
  document.getElementById("ask")?.classList.add("sent");
}

async function askHint() {
  announce("Thinking.");
  const answer = await ask({ kind: "hint" });
  const hint = answer.hints?.[0];
  if (!hint) return;
  const choice = state.choices.find((one) => one[0] === hint.action);
  if (!choice) return;
  touched = handlesOf(choice);
  const preview = await previewOf(choice);
  const odds = typeof hint.chance === "number" ? [`It wins about ${Math.round(100 * hint.chance)} in 100.`] : [];
  if (preview) takeAim(choice, preview, [...odds, ...(preview.preview ?? [])]);
}

// ---- the large card and the reason ----

const aboutOf = (element) => element?.dataset.about ?? find("[data-about].piece", element ?? root)?.dataset.about;

// As wide as the stylesheet needs to put the large card beside the mat.
const isWide = () => matchMedia("(min-width: 62.5em)").matches;

function look(chain, reason) {
  const piece = chain.map(byKey).find((element) => element?.matches(".piece") || element?.querySelector(":scope > .on > .piece"));
  const shown = piece?.matches(".piece") ? piece : piece?.querySelector(".piece");
  read(shown?.dataset.handle ?? "", reason);
  if (reason && !isWide()) noteReason(shown, reason);
}

// On a small screen the reason stands where the question was, until something else is touched.
function noteReason(piece, reason) {
  drawAsk();
  const deeds = find("#ask .deeds");
  find("#ask .asked").replaceChildren(drawReason(reason));
  if (piece) deeds.prepend(button("Read the card", () => openSheet(piece.dataset.handle), "btn"));
}

function openSheet(...chain) {
  look(chain, "");
  if (isWide() || !readingOf) return;
  const sheet = document.getElementById("sheet");
  sheet.replaceChildren(drawLarge(byKey(readingOf)), button("Back to the table", () => sheet.close(), "btn main"));
  sheet.showModal();
}

function read(handle, reason) {
  const piece = handle ? byKey(handle) : null;
  readingOf = piece ? handle : "";
  const parts = [aimed && isWide() ? drawAhead() : null, reason ? drawReason(reason) : null, piece && !aimed ? drawLarge(piece) : null];
  document.getElementById("inspect")?.replaceChildren(...parts.filter(Boolean));
}

// What lies ahead: who does it to whom, and what follows.
function drawAhead() {
  const arts = [...new Set([touched[0], touched.at(-1)])].map((handle) => pictureOf(handle));
  const blow = aimed.effects.length ? make("b", "blow", String(Math.abs(aimed.effects[0].after - aimed.effects[0].before))) : icon("play");
  const clash = arts.length === 2 && arts.every(Boolean) ? make("div", "clash", [arts[0], blow, arts[1]], { "aria-hidden": "true" }) : null;
  return make("div", "ahead", [make("h2", "ahead-h", aimed.label), clash, aimed.panel]);
}

function pictureOf(handle) {
  const element = handle && byKey(handle);
  const art = element && find(".art .sp, .who .sp", element);
  return art ? make("span", `stand-in ${identity(element.matches(".piece") ? element : find(".piece", element)).split(" ")[0]}`, [art.cloneNode()]) : null;
}

function drawReason(reason) {
  const clause = String(reason.clause ?? "").split(":").pop();
  const link = reason.url && !clause.includes("/") ? make("a", "", `Rule ${clause}`, { href: reason.url, target: "_blank" }) : null;
  return make("p", "reason", [icon("book"), make("span", "", [reason.text, " ", link])], { role: "status" });
}

function drawLarge(piece) {
  const box = piece.parentElement.closest("[data-handle]");
  const head = make("div", "large-h", [make("h2", "nm", find(".nm, .grp-n", piece)?.textContent ?? piece.getAttribute("aria-label")), make("span", "where", box?.title || (box?.getAttribute("aria-label")?.split(",")[0] ?? ""))]);
  const art = find(".sp", piece)?.cloneNode() ?? make("i", `sp gl ${(find(".cs, .fan", piece)?.className ?? "").replace(/\b(cs|fan)\b/, "")}`);
  const stage = art ? make("div", `stage ${identity(piece).split(" ")[0]}`, [art, ...all(".nums .num", piece).map((part) => part.cloneNode(true))]) : null;
  const chips = find(".chips", piece)?.cloneNode(true) ?? null;
  const entry = byKey(`~about/${piece.dataset.about}`);
  const uses = entry ? find(".details", entry).cloneNode(true) : null;
  const note = !uses && find(".note", piece)?.textContent;
  for (const line of uses ? all(".detail", uses) : []) markNow(line, piece.dataset.now);
  return make("div", "large", [head, stage, chips, note ? make("p", "", note) : null, uses]);
}

function markNow(line, now) {
  const label = find(".dt", line);
  if (!now || label?.textContent !== now) return;
  line.classList.add("counts");
  label.append(make("span", "now-word", "now"));
}

// ---- the log, the players, lights ----

function drawLog() {
  const mount = document.getElementById("log");
  if (!mount) return;
  const list = find("ol", mount) ?? make("ol", "", [], { tabindex: "0" });
  if (!list.parentElement) mount.replaceChildren(make("h2", "log-h", "What happened"), list);
  while (list.childElementCount > log.length) list.lastElementChild.remove();
  for (const [place, line] of log.entries()) {
    if (list.children[place]?.dataset.line === line) continue;
    const item = make("li", "", [drawn(line)]);
    item.dataset.line = line;
    if (list.children[place]) list.children[place].replaceWith(item);
    else list.append(item);
  }
  const again = find(".again", mount) ?? button("Show again", null, "again", "again");
  if (!again.parentElement) list.before(again);
  again.hidden = showing || !lastTurn?.steps.length;
  list.scrollTop = list.scrollHeight;
}

function light(handles) {
  for (const element of all(".lit")) element.classList.remove("lit");
  for (const handle of handles) byKey(handle)?.classList.add("lit");
}

function drawPlayers() {
  const bar = document.getElementById("players");
  bar.replaceChildren(...state.players.map((player, seat) => drawPlayer(player, seat)));
  const heading = document.getElementById("heading");
  heading.textContent = state.heading ?? "";
  const watching = document.getElementById("watching");
  watching.textContent = state.watch ?? (state.clock?.begun === false ? "The clocks wait until both are here." : "");
  watching.hidden = !watching.textContent;
  for (const deed of document.querySelectorAll("[data-sends], [data-opens=resigning]")) deed.disabled = Boolean(state.over);
  document.body.classList.toggle("my-turn", isMyTurn());
  document.title = isMyTurn() ? `Your turn: ${page.dataset.title}` : page.dataset.title;
  find("link[rel=icon]").href = isMyTurn() ? page.dataset.iconTurn : page.dataset.icon;
}

function drawPlayer(player, seat) {
  const turn = state.awaiting.includes(seat) && !state.over;
  const who = seat === state.seat ? "you" : (WHO[player.kind] ?? (here[seat] ? "" : "away"));
  const parts = [make("i", `shape ${side(seat)}`), make("b", "nm", player.name, { title: player.name }), who ? make("span", "whose", who) : null];
  if (state.clock) parts.push(make("span", "clock", "", { "data-seat": seat, title: state.clock.zero ?? "" }));
  if (turn) parts.push(make("span", "turn", [icon("play"), make("span", "", "to decide")]));
  return make("span", `player ${side(seat)}${turn ? " deciding" : ""}`, parts);
}

let clockAt = 0;
function tick() {
  if (!state.clock) return;
  const gone = (performance.now() - clockAt) / 1000;
  for (const face of document.querySelectorAll(".clock")) {
    const seat = Number(face.dataset.seat);
    const left = Math.max(0, state.clock.left[seat] - (state.clock.running.includes(seat) ? gone : 0));
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("short", left < 30);
  }
}
setInterval(tick, 250);

// What was just said is not said twice: the last step of an update may end with the prompt.
function announce(text) {
  if (!text || live.lastElementChild?.textContent.endsWith(text)) return;
  const line = make("p", "", text);
  live.append(line);
  while (live.childElementCount > 6) live.firstElementChild.remove();
}

function chime() {
  const audio = new AudioContext();
  for (const [place, pitch] of [523, 784].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, audio.currentTime + place * 0.16);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + place * 0.16 + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + place * 0.16);
    tone.stop(audio.currentTime + place * 0.16 + 0.5);
  }
}

function drawCurtain() {
  const curtain = document.getElementById("curtain");
  const name = state.curtain?.name;
  if (!name && curtain.open) curtain.close();
  if (!name) return;
  find("h2", curtain).textContent = `${name} decides next`;
  find("button", curtain).textContent = `I am ${name}: open the curtain`;
  if (!curtain.open) curtain.showModal();
}

// ---- keyboard: one tab stop on the board, arrows move by place, letters do the rest ----

let roving = "";

const stops = () => all('[role="button"][data-handle], .head[role="button"], .plate[role="button"]').filter((element) => element.offsetParent !== null);
// The heading of a container stands for the container: it is what a keyboard reaches.
const markOf = (element) => (element.dataset.handle ? element : element.closest("[data-handle]")).dataset.state;

function drawRoving() {
  for (const head of all(".head[role=button], .plate[role=button]")) for (const name of ["role", "tabindex", "aria-label"]) head.removeAttribute(name);
  for (const box of all(".box[data-state]")) {
    const head = find(":scope > .head, :scope > .plate", box);
    if (!head) continue;
    head.setAttribute("role", "button");
    head.setAttribute("aria-label", box.getAttribute("aria-label"));
  }
  const found = stops();
  tabWhereItScrolls(root);
  for (const element of found) element.tabIndex = -1;
  const chosen = found.find((element) => keyOf(element) === roving) ?? found.find(markOf) ?? found[0];
  if (chosen) chosen.tabIndex = 0;
}

const keyOf = (element) => element.dataset.handle ?? `head of ${element.closest("[data-handle]").dataset.handle}`;

function focusOn(element) {
  if (!element) return;
  for (const other of all('[role="button"][tabindex="0"]')) other.tabIndex = -1;
  element.tabIndex = 0;
  roving = keyOf(element);
  element.focus();
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function keepFocus() {
  const lost = document.activeElement === document.body || !document.activeElement;
  if (!lost || !usesKeys || document.querySelector("dialog[open]")) return;
  const again = stops().find((element) => keyOf(element) === roving) ?? stops().find(markOf);
  if (again) focusOn(again);
  else focusOnFirst("#ask button, #ask a");
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function neighbour(from, right, down) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of stops()) {
    const [a, b] = middle(element);
    const along = (a - x) * right + (b - y) * down;
    const across = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (element !== from && along > 4 && along + 2.2 * across < least) [best, least] = [element, along + 2.2 * across];
  }
  return best;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = {
  u: () => (state.undo ? send({ kind: "undo", decision: state.decision }) : announce("There is nothing to take back.")),
  h: () => isMyTurn() && askHint(),
  n: () => nextStop(),
  b: () => focusOnFirst("#ask button"),
  p: () => announce(document.querySelector("#ask .prompt")?.textContent),
  c: () => roving && openSheet(roving),
  l: () => find("#log ol")?.focus(),
  s: () => skip(),
  a: () => playAgain(),
  m: () => document.getElementById("menu").showModal(),
  "?": () => document.getElementById("help").showModal(),
};

function focusOnFirst(selector) {
  [...document.querySelectorAll(selector)].find((element) => element.offsetParent !== null)?.focus();
}

function nextStop() {
  const marked = stops().filter((element) => markOf(element) && markOf(element) !== "picked");
  const place = marked.findIndex((element) => keyOf(element) === roving);
  focusOn(marked[(place + 1) % marked.length]);
}

function press(event) {
  usesKeys = true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog,input,select,textarea")) return;
  const stop = event.target.closest('[role="button"]');
  if (ARROWS[event.key] && (stop || event.target === document.body)) focusOn(stop ? neighbour(stop, ...ARROWS[event.key]) : stops()[0]);
  else if ((event.key === "Enter" || event.key === " ") && stop) touch(stop);
  else if (event.key === "Escape") escape();
  else if (/^[1-9]$/.test(event.key)) all("#ask .deeds .main")[Number(event.key) - 1]?.click();
  else if (LETTERS[event.key]) LETTERS[event.key]();
  else return;
  event.preventDefault();
}

function escape() {
  if (touched.length || aimed) back();
  else if (showing) skip();
  focusOn(stops().find((element) => keyOf(element) === roving));
}

// ---- the wire ----

let wire = null;
const ask = (message) => wire.ask(message);

async function send(message) {
  const answer = await ask(message);
  // What was accepted shows itself with the next update; until then nothing more is asked.
  if (answer.status === "accepted") return;
  document.getElementById("ask")?.classList.remove("sent");
  if (answer.status === "resync") state.version = -1;
  if (!showing) settle();
  if (answer.reason) look([], answer.reason);
  announce(answer.reason?.text ?? "The table has moved on.");
}

function receive(message) {
  if (message.clock !== undefined) clockAt = performance.now();
  if (message.kind === "whole") receiveWhole(message);
  else if (message.kind === "update" && message.version >= state.version) receiveUpdate(message);
  else if (message.kind === "presence") meet(message);
  else if (message.kind === "error") say(message.text);
}

function meet(message) {
  ({ here, may_replace: replaceable } = message);
  if (!state.players.length) return;
  drawPlayers();
  if (!showing && !touched.length && !aimed) drawAsk();
}

function say(text) {
  const note = document.getElementById("note");
  note.textContent = text;
  note.hidden = !text;
}

// ---- wiring ----

function wireSettings() {
  for (const field of document.querySelectorAll("[data-setting]")) {
    field.value = setting(field.dataset.setting);
    field.addEventListener("change", () => localStorage.setItem(`warband-${field.dataset.setting}`, field.value));
  }
  for (const opener of document.querySelectorAll("[data-opens]")) {
    opener.addEventListener("click", () => document.getElementById(opener.dataset.opens).showModal());
  }
  for (const sender of document.querySelectorAll("[data-sends]")) {
    sender.addEventListener("click", () => {
      for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
      send({ kind: sender.dataset.sends });
    });
  }
}

function start() {
  wireSettings();
  root.addEventListener("click", (event) => {
    if (event.target.closest(".again")) playAgain();
    else if (!event.target.closest("#ask,#inspect,#log,.texts")) touch(event.target);
  });
  root.addEventListener("focusin", (event) => {
    const stop = event.target.closest('[role="button"]');
    if (stop && !aimed) look(handlesAround(stop), "");
  });
  root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && hover(event.target));
  root.addEventListener("mouseleave", () => light([]), true);
  document.addEventListener("keydown", press);
  addEventListener("resize", () => {
    drawRoving();
    drawLog();
  });
  document.addEventListener("pointerdown", () => { usesKeys = false; });
  const curtain = document.getElementById("curtain");
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  // A browser may close a dialog all the same when Esc is pressed twice.
  curtain.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
  curtain.addEventListener("close", () => drawCurtain());
  find("#curtain button").addEventListener("click", () => send({ kind: "uncurtain" }));
  const given = document.getElementById("given");
  if (given) receiveWhole(JSON.parse(given.textContent));
  else wire = new Wire(page.dataset.socket, page.dataset.table, { have: () => state.version, receive, say });
}

function hover(target) {
  const line = target.closest(".ref") ?? target.closest("#log li, .preview li, .prompt");
  if (line) light([line, ...line.querySelectorAll(".ref")].map((part) => part.dataset.about).filter(Boolean));
  else light([]);
  const piece = target.closest(".piece");
  if (piece && !touched.length) read(piece.dataset.handle);
}

if (page) start();
