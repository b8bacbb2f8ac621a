/** Plays the steps of something that is known as a whole: where it stands, whether it runs, and how fast. */
import { batch, type Signal, signal } from '@preact/signals';

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

export class Player {
  /** Steps done; 0 is the beginning. */
  readonly at: Signal<number> = signal(0);
  readonly playing: Signal<boolean> = signal(false);
  readonly speed: Signal<Speed>;
  readonly #waits: readonly number[];
  readonly #rest: number | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `rest`: how long to stay at the end before it begins again; null for a player that stops there. */
  constructor(waits: readonly number[], { speed = 1, rest = null }: { speed?: Speed; rest?: number | null } = {}) {
    this.#waits = waits;
    this.#rest = rest;
    this.speed = signal(speed);
  }

  get last(): number {
    return this.#waits.length;
  }

  go(to: number): void {
    this.at.value = Math.min(this.last, Math.max(0, to));
    if (this.playing.value) this.#wait();
  }

  /** By hand: then it does not run on by itself. */
  step(by: number): void {
    batch(() => {
      this.pause();
      this.go(this.at.value + by);
    });
  }

  play(): void {
    batch(() => {
      if (this.at.value === this.last) this.at.value = 0;
      this.playing.value = true;
      this.#wait();
    });
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing.value = false;
  }

  toggle(): void {
    if (this.playing.value) this.pause();
    else this.play();
  }

  hasten(speed: Speed): void {
    this.speed.value = speed;
    if (this.playing.value) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const wait = this.#waits[this.at.value];
    if (wait !== undefined) this.#timer = setTimeout(() => this.go(this.at.value + 1), wait / this.speed.value);
    else if (this.#rest !== null) this.#timer = setTimeout(() => this.go(0), this.#rest);
    else this.pause();
  }
}
