/** What can be told once a game is over: its place among the others, the best there was, and whether it could be won. */
import { type Signal, signal } from '@preact/signals';

export interface Result {
  rank: number | null;
  of: number | null;
  /** The share of results that are not better, of 100. */
  percentile: number | null;
  /** The best that the deal allows; only of a day's deal. `exact` is false where a shorter win may exist. */
  par: { score: number } | { moves: number; exact: boolean } | null;
}

export interface Analysis {
  /** Whether the deal can be won; null when that is not known. */
  winnable: boolean | null;
  /** The number of the first action after which it could not be won any more. */
  lost_at: number | null;
}

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
