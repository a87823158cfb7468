// Let a person choose light, dark or what the system says; the choice is kept in a cookie, so a page comes right at once.
const YEAR = 365 * 24 * 3600;

/**
 * @param {Event} event
 * @param {string} selector
 */
const around = (
  event,
  selector,
) => /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(selector));

/** @param {string} theme */
function choose(theme) {
  document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax`;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-theme-choice") === theme));
  }
}

document.documentElement.classList.add("script");
document.addEventListener("click", (event) => {
  const button = around(event, "[data-theme-choice]");
  if (button) choose(button.dataset.themeChoice);
});

// A form that has been sent is not sent twice by a double click; whoever comes back finds it ready.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) form.removeAttribute("data-sent");
});

/**
 * Without https a browser has no clipboard to write to; what is selected can still be copied.
 * @param {any} source
 */
async function copy(source) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(source.value ?? source.textContent);
  getSelection().selectAllChildren(source);
  source.select?.();
  return document.execCommand("copy");
}

// A click on "copy" takes the text beside it along.
document.addEventListener("click", async (event) => {
  const button = around(event, "[data-copy]");
  if (!button) return;
  await copy(document.getElementById(button.dataset.copy));
  button.textContent = "Copied";
});
