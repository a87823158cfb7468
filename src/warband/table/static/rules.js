// Narrow the rulebook or the gallery while somebody types; without this script the form asks the server for the same.
const field = /** @type {HTMLInputElement} */ (document.querySelector("[data-filter]"));
const place = document.getElementById(field.dataset.filter);
const found = document.getElementById("found");
const clauses = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".clause")]);
const texts = clauses.map((clause) => clause.textContent.toLowerCase());
const sections = /** @type {HTMLElement[]} */ ([...place.querySelectorAll("section")]);
const narrowed = new URLSearchParams(location.search).has("q");

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  clauses.forEach((clause, at) => {
    clause.hidden = !words.every((word) => texts[at].includes(word));
  });
  for (const section of sections) section.hidden = !section.querySelector(".clause:not([hidden])");
  const count = clauses.filter((clause) => !clause.hidden).length;
  const noun = `${field.dataset.noun ?? "clause"}${count === 1 ? "" : "s"}`;
  found.textContent = words.length ? `${count} ${noun} with “${words.join(" ")}”.` : "";
}

// A link to a clause that the search has hidden, or left out, shows everything again.
addEventListener("hashchange", () => {
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!meant && narrowed) return location.replace(`${location.pathname}${editionOf(location.search)}${location.hash}`);
  if (!meant?.closest("[hidden]")) return undefined;
  field.value = "";
  narrow();
  return meant.scrollIntoView();
});

/** @param {string} search */
function editionOf(search) {
  const edition = new URLSearchParams(search).get("edition");
  return edition ? `?edition=${encodeURIComponent(edition)}` : "";
}

// A page that came already narrowed holds too little to search in.
if (!narrowed) field.addEventListener("input", narrow);
