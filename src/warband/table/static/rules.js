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

// A page that came already narrowed holds too little to search in.
if (!narrowed) field.addEventListener("input", narrow);
