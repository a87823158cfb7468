// The board in a browser: small elements, the keyed tree and the changes to it, and motion. It knows no wire and no rules.

export const root = document.getElementById("root");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = root) => [...within.querySelectorAll(selector)];
const quoted = (text) => `"${CSS.escape(text)}"`;

// ---- small elements ----

export function make(tag, className, inside, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (inside !== undefined) element.append(...[inside].flat().filter((part) => part !== null));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function drawn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

export const icon = (name) => make("i", `ic i-${name}`);

export function button(label, act, className = "btn", sign = "") {
  const element = make("button", className, [sign ? icon(sign) : null, make("span", "", label)], { type: "button" });
  element.addEventListener("click", act);
  return element;
}

// What scrolls can be scrolled by keyboard too.
export function tabWhereItScrolls(within) {
  for (const element of all(".area, .lie, .under", within)) {
    const hides = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (hides && /auto|scroll/.test(getComputedStyle(element).overflow)) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

// ---- the keyed tree: find an element, apply changes ----

export function byKey(key) {
  return find(`[data-handle=${quoted(key)}],[data-key=${quoted(key)}]`, root);
}

function resolve(address) {
  if (typeof address === "string") return byKey(address);
  return address.slice(1).reduce((element, place) => element.childNodes[place], byKey(address[0]));
}

const DEEDS = {
  set(address, attributes) {
    const element = resolve(address);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  },
  fill: (address, html) => resolve(address).replaceChildren(drawn(html)),
  add: (address, before, html) => resolve(address).insertBefore(drawn(html), before === null ? null : byKey(before)),
  move: (address, before, key) => resolve(address).insertBefore(byKey(key), before === null ? null : byKey(before)),
  cut: (key) => byKey(key).remove(),
};

function apply(changes) {
  for (const [deed, ...rest] of changes) DEEDS[deed](...rest);
}

// ---- motion: what leaves one place and comes to another glides; what loses life shows how much ----

export const identity = (piece) => `${piece.className.match(/\b(first|second|none)\b/)?.[0]} ${find(".sp", piece)?.className}`;

function standing() {
  return new Map(all(".piece[data-handle]").map((piece) => [piece.dataset.handle, piece]));
}

function figures() {
  const found = new Map();
  for (const [handle, piece] of standing()) {
    // A supply that shrinks and a card that is looked at in a hand have lost no life.
    const figure = find(piece.matches(".first,.second") ? ".i-heart + b, .grp-n b" : ".i-heart + b", piece);
    if (figure && !piece.closest(".box.hand")) found.set(handle, Number(figure.textContent));
  }
  for (const plate of all(".track[data-handle]")) {
    const figure = find(".hp .i-heart + b", plate);
    if (figure) found.set(plate.dataset.handle, Number(figure.textContent));
  }
  return found;
}

function nameForGlide(before, changes) {
  const busy = new Set(changes.flatMap((change) => (typeof change[1] === "string" ? [change[1]] : [change[1][0]])));
  const gone = [...before].filter(([handle]) => busy.has(handle));
  gone.slice(0, 12).forEach(([, piece], place) => piece.style.setProperty("view-transition-name", `piece-${place}`));
  return gone.slice(0, 12);
}

function nameArrivals(gone, before) {
  const after = standing();
  const fresh = [...after].filter(([handle]) => !before.has(handle));
  gone.forEach(([handle, piece], place) => {
    const arrived = after.get(handle) ?? take(fresh, ([, other]) => identity(other) === identity(piece))?.[1];
    arrived?.style.setProperty("view-transition-name", `piece-${place}`);
  });
}

function take(list, wanted) {
  const place = list.findIndex(wanted);
  return place < 0 ? null : list.splice(place, 1)[0];
}

function forgetNames() {
  for (const piece of all("[style*=view-transition-name]")) piece.style.removeProperty("view-transition-name");
}

export async function show(changes) {
  if (!changes.length) return;
  const before = figures();
  if (calm.matches || !document.startViewTransition || document.hidden) {
    const places = new Set(standing().keys());
    apply(changes);
    if (calm.matches) outlineNew(places);
  } else {
    await glide(changes);
  }
  pop(before);
}

async function glide(changes) {
  const before = standing();
  const gone = nameForGlide(before, changes);
  const transition = document.startViewTransition(() => {
    apply(changes);
    nameArrivals(gone, before);
  });
  // A transition that gives way to the next one is no failure.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {}).then(forgetNames);
  await transition.updateCallbackDone;
}

function outlineNew(places) {
  for (const [handle, piece] of standing()) {
    if (places.has(handle)) continue;
    piece.classList.add("came");
    setTimeout(() => piece.classList.remove("came"), 1000);
  }
}

function pop(before) {
  for (const [handle, now] of figures()) {
    const change = before.has(handle) ? now - before.get(handle) : 0;
    const box = byKey(handle).getBoundingClientRect();
    // What is scrolled out of sight shows nothing; a sign beside the page would make it wider.
    if (!change || box.left < 0 || box.right > innerWidth) continue;
    const sign = make("span", `pop ${change < 0 ? "loss" : "gain"}`, `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
    sign.setAttribute("aria-hidden", "true");
    sign.style.left = `${Math.min(box.left + Math.min(box.width / 2, 44), innerWidth - 36) + scrollX}px`;
    sign.style.top = `${box.top + 8 + scrollY}px`;
    document.body.append(sign);
    setTimeout(() => sign.remove(), 1400);
  }
}
