/** A game that is over, as its replay needs it: the position after each step, and what each step was. */
import { peaksLeft } from '../game/layout';
import type { Seen } from '../game/seen';
import { entryOf, type LogEntry } from '../table/log';
import { type Log, unfold } from '../watch/review';

export interface Step {
  entry: LogEntry;
  /** How long it took. */
  took: number;
}

export interface Game {
  /** The deal, then the position after each step. */
  positions: readonly Seen[];
  steps: readonly Step[];
}

export type Mark = 'peak' | 'undo' | 'lost';

/** What an analysis knows; null for what nobody knows. */
export interface Analysis {
  winnable: boolean | null;
  lost_at: number | null;
}

export const UNKNOWN: Analysis = { winnable: null, lost_at: null };

export function readGame(log: Log): Game {
  const positions = unfold(log).map(({ confirmed }) => confirmed);
  const steps = log.events.flatMap((event, at): Step[] => {
    const [before, after] = [positions[at], positions[at + 1]];
    if (!before || !after) return [];
    return [{ entry: entryOf(before, after, event), took: Math.max(0, event.ms - (log.events[at - 1]?.ms ?? 0)) }];
  });
  return { positions, steps };
}

/** What the scrubber shows at each step that stands out. A step that lost the win is marked as that alone. */
export function marksOf(steps: readonly Step[], analysis: Analysis): { seq: number; mark: Mark }[] {
  return steps.flatMap(({ entry: { seq, kind, peak } }): { seq: number; mark: Mark }[] => {
    if (seq === analysis.lost_at) return [{ seq, mark: 'lost' }];
    if (peak) return [{ seq, mark: 'peak' }];
    return kind === 'undo' ? [{ seq, mark: 'undo' }] : [];
  });
}

/** Cards left of each peak; none in Pyramid. */
export function peaksOf(seen: Seen): number[] {
  return peaksLeft(seen.game, seen.tableau);
}

/** What the server has worked out about the game. Where it has not, or says no, nothing is known. */
export async function fetchAnalysis(address: string): Promise<Analysis> {
  try {
    const response = await fetch(address);
    if (!response.ok) return UNKNOWN;
    const { winnable, lost_at }: Analysis = await response.json();
    return { winnable, lost_at };
  } catch {
    return UNKNOWN;
  }
}
