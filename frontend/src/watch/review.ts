/** Stepping back through a game that goes on: its positions so far, and the one that is looked at. */
import { type Signal, signal } from '@preact/signals';
import type { Seen } from '../game/seen';
import { advance, begin, type Session } from '../game/session';
import type { Event, View } from '../protocol.gen';
import { entryOf, type LogEntry } from '../table/log';

/** A game's moves as `/game/<id>/log` has them. */
export interface Log {
  start: View;
  events: Event[];
}

/** The game after each of its actions, the deal first. A pause hid the cards at the table; looking back, it hides none. */
export function unfold({ start, events }: Log): Session[] {
  let session = begin({
    type: 'state',
    seq: 0,
    view: start,
    ms: 0,
    running: true,
    you: { role: 'spectator', ranked: false },
  });
  const past = [session];
  for (const event of events) {
    session = event.action === 'h' ? { ...session, seq: event.seq } : advance(session, event).session;
    past.push(session);
  }
  return past;
}

export class Review {
  /** The sequence number that is looked at; null is live. */
  readonly at: Signal<number | null> = signal(null);
  readonly #address: string | null;
  #past: Session[] = [];
  #events: Event[] = [];
  #asking = false;

  constructor(address: string | null) {
    this.#address = address;
  }

  /** The position that is looked at, or null for the live one. */
  get seen(): Seen | null {
    return this.at.value === null ? null : (this.#past[this.at.value]?.confirmed ?? null);
  }

  get possible(): boolean {
    return this.#address !== null;
  }

  /** One step back or forward; past the last one it is live again. */
  async step(by: -1 | 1, live: Session): Promise<void> {
    if (this.at.value === null && by === 1) return;
    await this.#load(live);
    const at = (this.at.value ?? live.seq) + by;
    this.at.value = at >= live.seq ? null : Math.max(0, at);
  }

  live(): void {
    this.at.value = null;
  }

  /** One event further, while the past is known. */
  follow(live: Session): void {
    if (this.#past.length === live.seq) this.#past.push(live);
  }

  /** The list of moves up to now, as somebody has it who was there from the start. */
  async entries(live: Session): Promise<LogEntry[]> {
    await this.#load(live);
    return this.#events.flatMap((event, at) => {
      const [before, after] = [this.#past[at], this.#past[at + 1]];
      return before && after ? entryOf(before.confirmed, after.confirmed, event) : [];
    });
  }

  async #load(live: Session): Promise<void> {
    if (this.#past.length > live.seq || this.#asking || !this.#address) return;
    this.#asking = true;
    try {
      const response = await fetch(this.#address);
      if (!response.ok) return;
      const log: Log = await response.json();
      this.#past = unfold(log);
      this.#events = log.events;
    } catch {
      // The live table stays; the next press asks again.
    } finally {
      this.#asking = false;
    }
  }
}
