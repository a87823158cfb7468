// Let a person choose light, dark or what the system says; the choice is kept in a cookie, so a page comes right at once.
const YEAR = 365 * 24 * 3600;

function choose(theme) {
  document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax`;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
  }
}

document.documentElement.classList.add("script");
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-theme-choice]");
  if (button) choose(button.dataset.themeChoice);
});

// A form that has been sent is not sent twice by a double click; whoever comes back finds it ready.
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Without https a browser has no clipboard to write to; what is selected can still be copied.
async function copy(source) {
  if (navigator.clipboard) return navigator.clipboard.writeText(source.value ?? source.textContent);
  getSelection().selectAllChildren(source);
  source.select?.();
  return document.execCommand("copy");
}

// A click on "copy" takes the text beside it along.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await copy(source);
  button.textContent = "Copied";
});
