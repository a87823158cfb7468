// Narrow the rulebook while somebody types; without this script the form asks the server for the same.
const field = document.querySelector("[data-filter]");
const place = document.getElementById(field.dataset.filter);
const found = document.getElementById("found");
const clauses = [...place.querySelectorAll(".clause")].map((node) => [node, node.textContent.toLowerCase()]);
const narrowed = new URLSearchParams(location.search).has("q");

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [node, text] of clauses) {
    node.hidden = !words.every((word) => text.includes(word));
    count += node.hidden ? 0 : 1;
  }
  for (const section of place.querySelectorAll("section")) {
    section.hidden = !section.querySelector(".clause:not([hidden])");
  }
  found.textContent = words.length ? `${count} ${count === 1 ? "clause" : "clauses"} with “${words.join(" ")}”.` : "";
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

function editionOf(search) {
  const edition = new URLSearchParams(search).get("edition");
  return edition ? `?edition=${encodeURIComponent(edition)}` : "";
}

// A page that came already narrowed holds too little to search in.
if (!narrowed) field.addEventListener("input", narrow);
