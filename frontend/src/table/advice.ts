/** What the server advises in a game that does not count for its day: a hint, and word of a game that is lost. */
import { effect, type Signal, signal } from '@preact/signals';
import { parseAction } from '../game/action';
import { placesOf } from '../game/legal';
import { refusal } from '../messages/refusals';
import * as words from '../messages/table';
import type { Hint, RefusedFrame, Verdict } from '../protocol.gen';
import { settings } from '../settings';
import { placeName } from './labels';
import { type Question, Questions } from './questions';
import type { TableStore } from './store';

export class Advice {
  /** The places of the move that the hint names; `s` is the stock. */
  readonly hinted: Signal<readonly string[]> = signal([]);
  /** The game can no longer be won: known only to whoever wants to know it. */
  readonly lost: Signal<boolean> = signal(false);
  readonly #store: TableStore;
  readonly #questions: Questions;

  constructor(store: TableStore, send: (question: Question) => void) {
    this.#store = store;
    this.#questions = new Questions(send);
    effect(() => this.#wonder());
  }

  hint(): void {
    const { page, notes, player } = this.#store;
    const seen = this.#store.seen.value;
    if (!player.value || !seen || seen.over) return;
    if (page.ranked) notes.both('no', words.noHints());
    else if (seen.paused) notes.both('no', refusal('paused', page.game));
    else this.#questions.ask('hint');
  }

  hear(frame: Hint | Verdict): void {
    if (!this.#questions.take(frame, this.#store.position)) return;
    if (frame.type === 'hint') this.#show(frame);
    else this.#judge(frame);
  }

  /** After a break in the line. */
  again(): void {
    this.#questions.again();
  }

  /** False when the refusal is of no question. */
  refused({ id, reason }: RefusedFrame): boolean {
    const what = this.#questions.drop(id);
    if (what === 'hint') this.#store.notes.both('no', refusal(reason, this.#store.page.game));
    return what !== null;
  }

  /** A question that went wrong; false when the id is of none. */
  drop(id: string): boolean {
    return this.#questions.drop(id) !== null;
  }

  /** The cards have changed: the hint was for others. */
  clear(): void {
    this.hinted.value = [];
  }

  /** Asks of each new position whether it can still be won, where that is wanted and can be told. */
  #wonder(): void {
    const { page, player } = this.#store;
    const session = this.#store.session.value;
    if (!session || session.pending.length) return;
    const { paused, outcome } = session.confirmed;
    const open = player.value && !page.ranked && !paused && outcome === null;
    if (open && settings.value.deadEnds) this.#questions.ask('verdict');
    else this.lost.value = false;
  }

  #judge({ winnable }: Verdict): void {
    const lost = settings.value.deadEnds && winnable === false;
    if (lost && !this.lost.value) this.#store.notes.speak(words.lost());
    this.lost.value = lost;
  }

  #show({ action: text }: Hint): void {
    const { notes } = this.#store;
    const seen = this.#store.seen.value;
    if (!seen || text === null) {
      notes.both('no', words.stuck());
      return;
    }
    const action = parseAction(text);
    const places = placesOf(action).map(String);
    this.hinted.value = places.length ? places : ['s'];
    notes.both('say', words.hinted(action, placeName(seen)));
  }
}
