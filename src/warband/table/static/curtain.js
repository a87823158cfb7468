// The curtain: two people at one screen, and nobody sees the other's hand while the screen changes hands.

import { find } from "./elements.js";
import { state } from "./state.js";

const curtain = /** @type {HTMLDialogElement} */ (document.getElementById("curtain"));

export function drawCurtain() {
  const name = state.curtain?.name;
  if (!name && curtain.open) curtain.close();
  if (!name) return;
  find("h2", curtain).textContent = `${name} decides next`;
  find("button", curtain).textContent = `I am ${name}: open the curtain`;
  if (!curtain.open) curtain.showModal();
}

/** @param {() => void} open */
export function wireCurtain(open) {
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  // A browser may close a dialog all the same when Esc is pressed twice.
  curtain.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
  curtain.addEventListener("close", () => drawCurtain());
  find("button", curtain).addEventListener("click", open);
}
