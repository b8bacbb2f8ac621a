/** The clock: the server's time, run on here between its frames. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The server's time and ours may differ by the way of a frame; less than this is not worth a jump backwards. */
const TOLERANCE = 1_500;

export class Clock {
  readonly #shown: Signal<number> = signal(0);
  #base = 0;
  #since = 0;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds to show; changes once a second. */
  get shown(): ReadonlySignal<number> {
    return this.#shown;
  }

  get running(): boolean {
    return this.#running;
  }

  get now(): number {
    return this.#running ? this.#base + performance.now() - this.#since : this.#base;
  }

  set(ms: number, running: boolean): void {
    const drift = Math.abs(this.now - ms);
    if (!(running && this.#running && drift < TOLERANCE)) {
      this.#base = ms;
      this.#since = performance.now();
    }
    this.#running = running;
    this.#tick();
  }

  /** At the first act, before the server has said so. */
  start(): void {
    if (!this.#running) this.set(this.#base, true);
  }

  stop(): void {
    this.set(this.now, false);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    const { now } = this;
    this.#shown.value = now;
    if (this.#running) this.#timer = setTimeout(() => this.#tick(), 1_000 - (now % 1_000) + 10);
  }
}
