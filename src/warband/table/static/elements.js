// Small elements: find them, make them, draw what the server sends. Nothing here knows what a table is.

export const root = document.getElementById("root");

/**
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {any}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {any[]}
 */
export const all = (selector, within = root) => [...within.querySelectorAll(selector)];

/**
 * @param {string} tag
 * @param {string} className
 * @param {any} [inside] a text, a node, or a list of both; null is left out
 * @param {Record<string, any>} attributes
 */
export function make(tag, className, inside, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (inside !== undefined) element.append(...[inside].flat().filter((part) => part !== null));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** @param {string} html */
export function drawn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** @param {string} name */
export const icon = (name) => make("i", `ic i-${name}`);

/**
 * @param {string} label
 * @param {((event: Event) => void) | null} act
 */
export function button(label, act, className = "btn", sign = "") {
  const element = make("button", className, [sign ? icon(sign) : null, make("span", "", label)], { type: "button" });
  element.addEventListener("click", act);
  return element;
}

/** @param {HTMLElement} element */
export const isVisible = (element) => element.offsetParent !== null;

// The windows in which the stylesheet has a column beside the mat for the large card and the log.
const WITH_COLUMN = "(min-aspect-ratio: 7/5) and (min-width: 1200px) and (min-height: 480px), " +
  "(max-aspect-ratio: 7/5) and (min-width: 900px)";
const withColumn = matchMedia(WITH_COLUMN);
export const isWide = () => withColumn.matches;

const LONGEST_FRAME = 1000;

/**
 * Wait until the page has been drawn: then places can be measured without laying anything out anew.
 * A page that is not looked at is not drawn.
 */
export const rendered = () =>
  document.hidden ? Promise.resolve() : new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, LONGEST_FRAME);
  });

/**
 * The class of what belongs to a seat.
 * @param {number} seat
 */
export const side = (seat) => ["first", "second"][seat] ?? "none";

/**
 * Let what scrolls be scrolled by keyboard too.
 * @param {ParentNode} within
 */
export function tabWhereItScrolls(within) {
  for (const element of all(".area, .lie, .under", within)) {
    const hides = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (hides && /auto|scroll/.test(getComputedStyle(element).overflow)) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}
