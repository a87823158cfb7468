// Sound of our own making: a few tones and bursts of noise for each thing that happens. One switch in the menu.

import { setting } from "./settings.js";

/**
 * A part of a sound: when it begins and how long it lasts (seconds), how loud it is, and either a tone that slides from
 * one pitch to another or noise through a filter that slides.
 * @typedef {{ at?: number, lasts: number, loud: number, tone?: OscillatorType, from: number, to: number }} Part
 */

/** @type {Record<string, Part[]>} */
const SOUNDS = {
  draw: [{ lasts: 0.13, loud: 0.16, from: 1800, to: 4200 }],
  place: [
    { lasts: 0.1, loud: 0.3, tone: "sine", from: 190, to: 85 },
    { lasts: 0.05, loud: 0.12, from: 900, to: 500 },
  ],
  strike: [{ lasts: 0.16, loud: 0.22, from: 700, to: 2600 }],
  hit: [
    { lasts: 0.14, loud: 0.34, tone: "triangle", from: 150, to: 55 },
    { lasts: 0.08, loud: 0.26, from: 2200, to: 600 },
  ],
  heal: [
    { lasts: 0.2, loud: 0.12, tone: "sine", from: 520, to: 660 },
    { at: 0.09, lasts: 0.24, loud: 0.12, tone: "sine", from: 660, to: 880 },
  ],
  guard: [{ lasts: 0.12, loud: 0.14, tone: "square", from: 720, to: 700 }],
  fall: [
    { lasts: 0.5, loud: 0.26, tone: "triangle", from: 230, to: 62 },
    { at: 0.34, lasts: 0.14, loud: 0.24, from: 500, to: 180 },
  ],
  roll: [0, 0.07, 0.16, 0.27, 0.42].map((at, order) => ({
    at,
    lasts: 0.035,
    loud: 0.28 - 0.03 * order,
    from: 2600 - 200 * order,
    to: 1400,
  })),
  turn: [
    { lasts: 0.4, loud: 0.14, tone: "sine", from: 523, to: 523 },
    { at: 0.16, lasts: 0.5, loud: 0.14, tone: "sine", from: 784, to: 784 },
  ],
  victory: [523, 659, 784, 1047].map((pitch, order) => ({
    at: 0.14 * order,
    lasts: order === 3 ? 0.9 : 0.3,
    loud: 0.16,
    tone: "triangle",
    from: pitch,
    to: pitch,
  })),
  defeat: [392, 370, 311, 262].map((pitch, order) => ({
    at: 0.22 * order,
    lasts: order === 3 ? 1 : 0.4,
    loud: 0.14,
    tone: "triangle",
    from: pitch,
    to: pitch,
  })),
};
// What is heard though the page is not looked at.
const ALWAYS = "turn";
const VOLUME = 0.6;
const SOFTLY = 0.0001;

// Nothing sounds before the person has touched the page; until then there is nothing to sound with.
/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioNode} */
let out;
/** @type {AudioBuffer} */
let noise;

// The touch itself is answered first; it takes a while to find the loudspeaker.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => setTimeout(begin), { once: true, capture: true });
}

function begin() {
  if (audio) return;
  audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = VOLUME;
  volume.connect(audio.destination);
  out = volume;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
}

/** @param {string} name what happens; what makes no sound is silent */
export function playSound(name) {
  if (!audio || !SOUNDS[name] || setting("sound") !== "on" || (document.hidden && name !== ALWAYS)) return;
  document.body.dataset.sound = name;
  audio.resume();
  for (const part of SOUNDS[name]) playPart(part, audio.currentTime + (part.at ?? 0));
}

/**
 * @param {Part} part
 * @param {number} start
 */
function playPart({ lasts, loud, tone, from, to }, start) {
  const source = tone ? audio.createOscillator() : audio.createBufferSource();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(SOFTLY, start + lasts);
  const slides = source instanceof OscillatorNode ? tuned(source, tone) : filtered(source, volume);
  slides.setValueAtTime(from, start);
  slides.exponentialRampToValueAtTime(to, start + lasts);
  volume.connect(out);
  source.start(start);
  source.stop(start + lasts);
  if (source instanceof OscillatorNode) source.connect(volume);
}

/**
 * @param {OscillatorNode} source
 * @param {OscillatorType} tone
 */
function tuned(source, tone) {
  source.type = tone;
  return source.frequency;
}

/**
 * @param {AudioBufferSourceNode} source
 * @param {GainNode} volume
 */
function filtered(source, volume) {
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  source.buffer = noise;
  source.connect(filter).connect(volume);
  return filter.frequency;
}
