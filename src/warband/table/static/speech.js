// What is said beside the board: to a screen reader, in the bar above the table, and by a sound.

import { make } from "./elements.js";

const live = document.getElementById("live");
const LINES = 6;
const CHIME = [523, 784];

/**
 * Say something to a screen reader, but not twice: the last step of an update may end with the prompt.
 * @param {string | undefined} text
 */
export function announce(text) {
  if (!text || live.lastElementChild?.textContent.endsWith(text)) return;
  live.append(make("p", "", text));
  while (live.childElementCount > LINES) live.firstElementChild.remove();
}

/**
 * Say how the connection is, in the bar above the table; nothing hides it.
 * @param {string} text
 */
export function say(text) {
  const note = document.getElementById("note");
  note.textContent = text;
  note.hidden = !text;
}

export function chime() {
  const audio = new AudioContext();
  for (const [place, pitch] of CHIME.entries()) playTone(audio, pitch, audio.currentTime + place * 0.16);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} start
 */
function playTone(audio, pitch, start) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.5);
}
