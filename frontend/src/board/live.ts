/** A table in a list, kept current by the page's one socket. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { advance, begin, type Session } from '../game/session';
import type { On, ProgressState, State } from '../protocol.gen';
import type { Shown } from './MiniBoard';

export type Tile = { view: Shown & { score?: number; moves?: number } } | { progress: ProgressState['progress'] };

export class LiveTile {
  readonly #tile: Signal<Tile>;
  readonly ms: Signal<number | null> = signal(null);
  readonly watching: Signal<number | null> = signal(null);
  #session: Session | null = null;

  constructor(tile: Tile) {
    this.#tile = signal(tile);
  }

  get tile(): ReadonlySignal<Tile> {
    return this.#tile;
  }

  hear(frame: On['frame'] | State): void {
    if (frame.type === 'watching') {
      this.watching.value = frame.count;
      return;
    }
    if (frame.type === 'progress') {
      this.#session = null;
      this.#tile.value = { progress: frame.progress };
    } else if (frame.type === 'state') this.#session = begin(frame);
    else if (this.#session) this.#session = advance(this.#session, frame).session;
    else return;
    this.ms.value = frame.ms;
    if (this.#session) this.#tile.value = { view: this.#session.confirmed };
  }
}
