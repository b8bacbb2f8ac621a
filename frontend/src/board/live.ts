/** A table in a list, kept current by a spectator's socket of its own. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { advance, begin, type Session } from '../game/session';
import type { FromServer, Progress } from '../protocol.gen';
import { type Connection, type Listener, TableSocket, tableAddress } from '../socket';
import type { Shown } from './MiniBoard';

export type Tile = { view: Shown & { score?: number; moves?: number } } | { progress: Progress };

export class LiveTile implements Listener {
  readonly #tile: Signal<Tile>;
  readonly ms: Signal<number | null> = signal(null);
  readonly watching: Signal<number | null> = signal(null);
  readonly #id: string;
  #session: Session | null = null;
  #seq: number | null = null;
  #socket: TableSocket | null = null;

  constructor(id: string, tile: Tile) {
    this.#id = id;
    this.#tile = signal(tile);
  }

  get tile(): ReadonlySignal<Tile> {
    return this.#tile;
  }

  /** Connected only while somebody can see it. */
  show(visible: boolean): void {
    if (visible) this.#socket ??= new TableSocket(tableAddress(this.#id), this);
    else {
      this.#socket?.close();
      this.#socket = null;
    }
  }

  head(): number | null {
    return this.#session?.seq ?? this.#seq;
  }

  resumed(): void {
    // A spectator has nothing to send again.
  }

  connection(connection: Connection): void {
    if (typeof connection === 'object') this.#socket = null;
  }

  frame(frame: FromServer): void {
    if (frame.type === 'progress') {
      this.#session = null;
      this.#seq = frame.seq;
      this.#tile.value = { progress: frame.progress };
      this.ms.value = frame.ms;
    } else if (frame.type === 'state') {
      this.#session = begin(frame);
      this.ms.value = frame.ms;
    } else if (frame.type === 'event' && this.#session) {
      this.#session = advance(this.#session, frame).session;
      this.ms.value = frame.ms;
    } else if (frame.type === 'watching') {
      this.watching.value = frame.count;
    }
    if (this.#session) this.#tile.value = { view: this.#session.confirmed };
  }
}
