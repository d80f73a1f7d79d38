/**
 * The sounds of the board, made in code: wood for seeds, a few notes for what they lead to. A browser plays nothing before the first
 * click or key, and so asks for nothing before it.
 */
import { calm } from './dom.js';
import { settings } from './settings.js';

/** Whether there is sound: as chosen; until then unless the system asks for less. */
export const isLoud = () => settings.sound ?? !calm();

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @returns {AudioContext | null} null as long as nothing may be played */
function ready() {
  if (!isLoud() || !navigator.userActivation?.hasBeenActive || document.visibilityState === 'hidden') return null;
  try {
    context ??= new AudioContext({ latencyHint: 'interactive' });
  } catch {
    return null;
  }
  if (context.state === 'suspended') void context.resume().catch(() => {});
  document.documentElement.dataset.sounds = String(Number(document.documentElement.dataset.sounds ?? 0) + 1);
  return context;
}

/**
 * A sound that dies away.
 * @param {AudioContext} audio
 * @param {AudioNode} source
 * @param {{volume: number, time: number, at: number}} how
 */
function fading(audio, source, { volume, time, at }) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + time);
  source.connect(gain).connect(audio.destination);
}

/** A tap on wood. @param {{pitch: number, volume: number, time: number, later?: number}} how */
function tap({ pitch, volume, time, later = 0 }) {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + later;
  noise ??= rustle(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const wood = audio.createBiquadFilter();
  wood.type = 'bandpass';
  wood.frequency.value = pitch;
  wood.Q.value = 7;
  source.connect(wood);
  fading(audio, wood, { volume, time, at });
  source.start(at);
  source.stop(at + time);
}

/** @param {{pitch: number, volume: number, time: number, later?: number}} how */
function note({ pitch, volume, time, later = 0 }) {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + later;
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  fading(audio, source, { volume, time, at });
  source.start(at);
  source.stop(at + time);
}

/** @param {AudioContext} audio */
function rustle(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {number[]} pitches */
const tune = (pitches) => pitches.forEach((pitch, index) => note({ pitch, volume: 0.12, time: 0.5, later: index * 0.13 }));

export const sound = {
  /** A seed drops: a store sounds deeper than a pit, and no two seeds are the same. @param {boolean} store */
  sow: (store) => tap({ pitch: (store ? 620 : 950) * (0.92 + Math.random() * 0.16), volume: store ? 0.9 : 0.6, time: 0.09 }),
  /** @param {number} seeds */
  capture(seeds) {
    for (let i = 0; i < Math.min(7, seeds + 1); i += 1)
      tap({ pitch: 520 * (0.85 + Math.random() * 0.3), volume: 0.7, time: 0.12, later: i * 0.045 });
  },
  turn: () => note({ pitch: 660, volume: 0.08, time: 0.35 }),
  /** @param {1 | 0 | -1} result */
  end(result) {
    if (result > 0) tune([523, 659, 784, 1047]);
    else tune(result < 0 ? [440, 370, 294] : [440, 440]);
  },
  clock: () => tap({ pitch: 1900, volume: 0.5, time: 0.05 }),
};
