/**
 * What the player asks the server about the game: for a hint, and whether it can still be won. One question at a time; an
 * answer about a position that is gone by then is not taken, and asked for again.
 */
import type { Ask, Hint, Verdict } from '../protocol.gen';
import { commandId } from '../socket';

type What = Ask['what'];
export type Question = Omit<Ask, 'type'>;

export class Questions {
  readonly #send: (question: Question) => void;
  readonly #wanted = new Set<What>();
  #asked: Question | null = null;

  /** While the line is broken `send` does nothing: `again` follows. */
  constructor(send: (question: Question) => void) {
    this.#send = send;
  }

  ask(what: What): void {
    this.#wanted.add(what);
    this.#next();
  }

  /** Sends once more what was not answered. */
  again(): void {
    if (this.#asked) this.#send(this.#asked);
  }

  /** Whether an answer is to be taken: it is about `head`, the last action of the position on the table. */
  take({ id, seq }: Hint | Verdict, head: number): boolean {
    const what = this.drop(id);
    if (what && seq !== head) this.ask(what);
    return what !== null && seq === head;
  }

  /** A question that gets no answer: which it was, or null when the id is of no question. */
  drop(id: string): What | null {
    if (this.#asked?.id !== id) return null;
    const { what } = this.#asked;
    this.#asked = null;
    this.#next();
    return what;
  }

  #next(): void {
    if (this.#asked) return;
    const [what] = this.#wanted;
    if (!what) return;
    this.#wanted.delete(what);
    this.#asked = { id: commandId(), what };
    this.#send(this.#asked);
  }
}
