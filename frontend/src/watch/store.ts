/** The live boards of the wall: which there are, and what is on each. Fed by the page's one socket. */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { advance, begin, type Session } from '../game/session';
import type { On, ProgressState, Tile, ToPage, Wall } from '../protocol.gen';
import { Clock } from '../table/clock';

export type Kind = 'tripeaks' | 'pyramid';

/** One board. */
export class LiveBoard {
  readonly id: string;
  readonly clock = new Clock();
  readonly tile: Signal<Tile>;
  readonly session: Signal<Session | null> = signal(null);
  readonly progress: Signal<ProgressState | null> = signal(null);
  readonly watching: Signal<number>;

  constructor(tile: Tile) {
    this.id = tile.id;
    this.tile = signal(tile);
    this.watching = signal(tile.watching);
    this.draw(tile);
  }

  /** The whole board anew. */
  draw(tile: Tile): void {
    this.tile.value = tile;
    this.watching.value = tile.watching ?? 0;
    const { table } = tile;
    this.session.value = table.type === 'state' ? begin(table) : null;
    this.progress.value = table.type === 'progress' ? table : null;
    const over = table.type === 'state' ? table.view.over : table.progress.over;
    this.clock.set(table.ms, table.running && !over);
  }

  hear(frame: On['frame']): void {
    const session = this.session.value;
    if (frame.type === 'watching') this.watching.value = frame.count;
    else if (frame.type === 'progress') {
      this.progress.value = frame;
      this.clock.set(frame.ms, frame.running);
    } else if (session && frame.seq === session.seq + 1) {
      const next = advance(session, frame).session;
      this.session.value = next;
      this.clock.set(frame.ms, !(next.confirmed.over || next.confirmed.paused));
    }
  }

  get score(): number {
    return this.session.value?.confirmed.score ?? this.progress.value?.progress.score ?? 0;
  }

  get moves(): number {
    return this.session.value?.confirmed.moves ?? this.progress.value?.progress.moves ?? 0;
  }

  get outcome(): string | null {
    const seen = this.session.value?.confirmed ?? this.progress.value?.progress;
    return seen?.over ? (seen.outcome ?? null) : null;
  }
}

export interface Order {
  friends: readonly LiveBoard[];
  everyone: readonly LiveBoard[];
  more: number;
}

/** What may be drawn in one frame of the screen, in milliseconds; the rest waits for the next one. */
const BUDGET = 4;
/** Past this the screen is not being drawn at all, as in a tab behind others. */
const MOST_WAITING = 400;

export class WallStore {
  #waiting: On[] = [];
  readonly #boards = new Map<string, LiveBoard>();
  readonly #order: Signal<Order> = signal({ friends: [], everyone: [], more: 0 });
  #named: Omit<Wall, 'type'> = { friends: [], everyone: [], more: 0 };

  constructor(first: { friends: readonly Tile[]; everyone: readonly Tile[] }) {
    for (const tile of [...first.friends, ...first.everyone]) this.#boards.set(tile.id, new LiveBoard(tile));
    const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);
    this.#name({ friends: ids(first.friends), everyone: ids(first.everyone), more: 0 });
  }

  get order(): ReadonlySignal<Order> {
    return this.#order;
  }

  hear(frame: ToPage): void {
    if (frame.type === 'boards') {
      if (!this.#waiting.length) requestAnimationFrame(this.#work);
      this.#waiting.push(...frame.on);
      if (this.#waiting.length > MOST_WAITING) this.#take(Infinity);
      return;
    }
    this.#take(Infinity);
    batch(() => {
      if (frame.type === 'tile') this.#draw(frame);
      else if (frame.type === 'wall') this.#name(frame);
    });
  }

  #work = () => {
    this.#take(BUDGET);
    if (this.#waiting.length) requestAnimationFrame(this.#work);
  };

  #take(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    let done = 0;
    for (const { id, frame } of this.#waiting) {
      batch(() => this.#boards.get(id)?.hear(frame));
      done += 1;
      if (performance.now() > end) break;
    }
    this.#waiting = this.#waiting.slice(done);
  }

  #draw(tile: Tile): void {
    const board = this.#boards.get(tile.id);
    if (board) board.draw(tile);
    else {
      this.#boards.set(tile.id, new LiveBoard(tile));
      this.#arrange();
    }
  }

  #name({ friends, everyone, more }: Omit<Wall, 'type'>): void {
    this.#named = { friends, everyone, more };
    const wanted = new Set([...friends, ...everyone]);
    for (const [id, board] of this.#boards) {
      if (wanted.has(id)) continue;
      board.clock.set(0, false);
      this.#boards.delete(id);
    }
    this.#arrange();
  }

  /** A board that is named and has not come yet is left out until it does. */
  #arrange(): void {
    const known = (ids: readonly string[]) => ids.flatMap((id) => this.#boards.get(id) ?? []);
    const { friends, everyone, more } = this.#named;
    this.#order.value = { friends: known(friends), everyone: known(everyone), more };
  }
}
