/** Small sounds, made as they are needed. None is heard before it is switched on and the page has been touched. */
import { settings } from '../settings';

export type Sound = 'place' | 'turn' | 'refuse' | 'peak' | 'win';

/** Each tone: its pitch in Hz, when it begins and how long it lasts, in seconds. */
const SOUNDS: Record<Sound, { wave: OscillatorType; volume: number; tones: [number, number, number][] }> = {
  place: { wave: 'triangle', volume: 0.14, tones: [[330, 0, 0.07]] },
  turn: {
    wave: 'triangle',
    volume: 0.1,
    tones: [
      [440, 0, 0.04],
      [587, 0.04, 0.05],
    ],
  },
  refuse: {
    wave: 'sine',
    volume: 0.16,
    tones: [
      [175, 0, 0.08],
      [147, 0.08, 0.1],
    ],
  },
  peak: {
    wave: 'sine',
    volume: 0.14,
    tones: [
      [659, 0, 0.15],
      [880, 0.1, 0.3],
    ],
  },
  win: {
    wave: 'sine',
    volume: 0.14,
    tones: [
      [523, 0, 0.18],
      [659, 0.13, 0.18],
      [784, 0.26, 0.18],
      [1047, 0.39, 0.6],
    ],
  },
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.value.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  // Devices put a page's sound to sleep, and wake it only in answer to a touch.
  if (context.state === 'suspended') context.resume();
  const { wave, volume, tones } = SOUNDS[sound];
  for (const [pitch, after, length] of tones) tone(context, wave, volume, pitch, context.currentTime + after, length);
}

function tone(on: AudioContext, wave: OscillatorType, volume: number, pitch: number, at: number, length: number): void {
  const oscillator = new OscillatorNode(on, { type: wave, frequency: pitch });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}
