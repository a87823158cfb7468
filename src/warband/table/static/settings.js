// What a person has set in the menu; kept in this browser.

const DEFAULTS = { speed: "normal", sound: "on", motion: "on", ask: "costly" };

/** @param {keyof typeof DEFAULTS} name */
export const setting = (name) => localStorage.getItem(`warband-${name}`) ?? DEFAULTS[name];

export function wireSettings() {
  for (const field of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-setting]"))) {
    field.value = setting(/** @type {any} */ (field.dataset.setting));
    field.addEventListener("change", () => localStorage.setItem(`warband-${field.dataset.setting}`, field.value));
  }
}
