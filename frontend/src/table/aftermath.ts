/** What can be told once a game is over: its place among the others, the best there was, and whether it could be won. */
import { type Signal, signal } from '@preact/signals';
import type { Analysis, Result } from '../page';

/** `failed` is as quiet as can be: the sheet stands without it. */
export type Told<T> = T | 'coming' | 'failed';

type Address = string | null | undefined;

export class Aftermath {
  readonly result: Signal<Told<Result>> = signal('coming');
  readonly analysis: Signal<Told<Analysis>> = signal('coming');

  /** Fetches from these addresses; what has none counts as failed. */
  constructor(result: Address, analysis: Address) {
    load(result, this.result);
    load(analysis, this.analysis);
  }
}

async function load<T>(address: Address, into: Signal<Told<T>>): Promise<void> {
  try {
    const response = address ? await fetch(address) : null;
    into.value = response?.ok ? await response.json() : 'failed';
  } catch {
    into.value = 'failed';
  }
}
