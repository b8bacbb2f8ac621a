/** Those who watch a table: how many, which friends, and the signs they make. */
import { type Signal, signal } from '@preact/signals';
import type { FromServer, React } from '../protocol.gen';

export type Sign = React['sign'];
export const SIGNS: readonly Sign[] = ['clap', 'wow', 'heart', 'laugh', 'think', 'luck'];

export interface Shown {
  serial: number;
  sign: Sign;
  by: string;
  /** How often it came in a row, or during a ranked game. */
  times: number;
}

/** How long a sign stays. */
const STAYS = 4_000;
const MOST_SHOWN = 4;

export class Crowd {
  readonly friends: Signal<readonly string[]> = signal([]);
  readonly signs: Signal<readonly Shown[]> = signal([]);
  #serial = 0;

  hear(frame: FromServer): void {
    if (frame.type === 'watching') this.friends.value = frame.friends ?? [];
    else if (frame.type === 'reaction') this.#show(frame.sign, frame.by ?? '', 1);
    else if (frame.type === 'reactions') {
      for (const sign of SIGNS) {
        const times = frame.signs.filter((one) => one === sign).length;
        if (times) this.#show(sign, '', times);
      }
    }
  }

  #show(sign: Sign, by: string, times: number): void {
    const last = this.signs.value.at(-1);
    const again = last && last.sign === sign && last.by === by ? last : null;
    const shown = { serial: ++this.#serial, sign, by, times: times + (again?.times ?? 0) };
    this.signs.value = [...this.signs.value.filter((one) => one !== again), shown].slice(-MOST_SHOWN);
    setTimeout(() => {
      this.signs.value = this.signs.value.filter((one) => one !== shown);
    }, STAYS);
  }
}
