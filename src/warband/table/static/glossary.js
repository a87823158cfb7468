// The glossary: hover, focus or a long press explains every keyword, icon and figure.

import { all, find, make } from "./elements.js";

const LONG_PRESS = 450;
const GAP = 8;
const EXPLAINED = "dfn, .num, .chip, .flag, .cs, .die .face, .step > .nm, .hex .lb, .detail .dt";

/** @type {Record<string, string>} */
const glossary = JSON.parse(document.getElementById("glossary")?.textContent ?? "{}");
const terms = Object.keys(glossary).filter((term) => !term.includes("_")).sort((a, b) => b.length - a.length);
const spoken = terms.length ? new RegExp(`\\b(${terms.join("|")})s?\\b`, "i") : null;

/**
 * What an element means, or nothing: by its icon, or by the word it holds.
 * @param {Element | null} element
 */
export function meaningOf(element) {
  const pictured = [element, ...(element?.querySelectorAll("[class]") ?? [])].flatMap((part) =>
    part ? [...part.classList] : []
  );
  const icon = pictured.map((name) => name.replace(/^(i|sp|die|fl)-/, "")).find((name) => glossary[name]);
  const word = spoken?.exec(element?.textContent ?? "")?.[1].toLowerCase();
  return glossary[icon ?? ""] ?? glossary[word ?? ""] ?? "";
}

/**
 * Mark the keywords in a text, so that each can be asked about.
 * @param {Element | null} text
 */
export function markTerms(text) {
  if (!spoken || !text) return;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
  for (const node of nodes) if (!node.parentElement.closest("dfn, .dt")) markIn(node);
}

/** @param {Text} node */
function markIn(node) {
  const found = spoken.exec(node.data);
  if (!found) return;
  const word = node.splitText(found.index);
  const rest = word.splitText(found[0].length);
  word.replaceWith(make("dfn", "", found[0], { tabindex: "0" }));
  markIn(rest);
}

// ---- the tip ----

const tip = make("p", "tip", "", { id: "tip", role: "tooltip", hidden: "" });

/** @param {Element | null} element */
function explain(element) {
  const meaning = meaningOf(element);
  tip.hidden = !meaning;
  if (!meaning) return false;
  if (tip.textContent !== meaning) tip.textContent = meaning;
  // A dialog lies over everything else, so the tip goes where the element is.
  (element.closest("dialog") ?? document.body).append(tip);
  element.setAttribute("aria-describedby", "tip");
  place(element.getBoundingClientRect());
  return true;
}

/** @param {DOMRect} box */
function place(box) {
  const { width, height } = tip.getBoundingClientRect();
  const above = box.top - height - GAP;
  tip.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - width - GAP))}px`;
  tip.style.top = `${above > 0 ? above : Math.min(box.bottom + GAP, innerHeight - height - GAP)}px`;
}

export function hideTip() {
  tip.hidden = true;
  for (const element of all("[aria-describedby=tip]", document)) element.removeAttribute("aria-describedby");
}

/** @param {EventTarget | null} target */
const explainedAt = (target) => target instanceof Element ? target.closest(EXPLAINED) : null;

export function wireGlossary() {
  if (!terms.length) return;
  document.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse") explain(explainedAt(target));
  });
  document.addEventListener("focusin", ({ target }) => explain(explainedAt(target)));
  document.addEventListener("focusout", hideTip);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hideTip());
  document.addEventListener("pointerdown", holdToExplain);
}

/**
 * A long press explains what lies under the finger, and is no touch of the piece.
 * @param {PointerEvent} press
 */
function holdToExplain({ pointerType, target }) {
  hideTip();
  if (pointerType === "mouse") return;
  const timer = setTimeout(() => {
    const piece = target instanceof Element ? target.closest(".piece") : null;
    const shown = explain(explainedAt(target)) || explain(piece && find(".chip, .num", piece));
    if (shown) addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  }, LONG_PRESS);
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    addEventListener(end, () => clearTimeout(timer), { once: true });
  }
}
