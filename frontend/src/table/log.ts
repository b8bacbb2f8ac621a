/** The list of moves beside the board, as this browser has seen them. */
import { type Action, parseAction } from '../game/action';
import { cardAt } from '../game/judge';
import { peaksLeft } from '../game/layout';
import { placesOf } from '../game/legal';
import type { Seen } from '../game/seen';
import type { Event } from '../protocol.gen';

export interface LogEntry {
  seq: number;
  kind: Action['kind'];
  /** In its text form. */
  action: string;
  /** The number of the move; undo, pauses and the end have none. */
  move: number | null;
  cards: string[];
  /** What a cleared peak brought, and which one; null where none was. */
  peak: { peak: number; bonus: number } | null;
  ms: number;
}

const UNCOUNTED: readonly Action['kind'][] = ['undo', 'pause', 'goOn', 'end'];

export function entryOf(before: Seen, after: Seen, event: Event): LogEntry {
  const action = parseAction(event.action);
  const counted = !UNCOUNTED.includes(action.kind);
  const cards =
    action.kind === 'draw' && event.drawn
      ? [event.drawn]
      : placesOf(action).flatMap((place) => cardAt(before, place) ?? []);
  const cleared = counted
    ? peaksLeft(after.game, after.tableau).findIndex(
        (left, peak) => left === 0 && peaksLeft(before.game, before.tableau)[peak] !== 0,
      )
    : -1;
  return {
    seq: event.seq,
    kind: action.kind,
    action: event.action,
    move: counted ? event.moves : null,
    cards,
    // The removal itself costs a point, or earns its place in the streak, beside the bonus.
    peak: cleared < 0 ? null : { peak: cleared, bonus: bonusOf(before, event) },
    ms: event.ms,
  };
}

function bonusOf(before: Seen, event: Event): number {
  const streak = before.rule.slice(1).includes('S');
  return streak ? event.score - before.score - before.streak - 1 : event.score - before.score + 1;
}

const key = (id: string) => `solitaire.log:${id}`;

/** What was kept of a game over a reload, up to a sequence number. */
export function recall(id: string, seq: number): LogEntry[] {
  try {
    const entries: LogEntry[] = JSON.parse(sessionStorage.getItem(key(id)) ?? '[]');
    return entries.filter((entry) => entry.seq <= seq);
  } catch {
    return [];
  }
}

export function keep(id: string, entries: readonly LogEntry[]): void {
  try {
    sessionStorage.setItem(key(id), JSON.stringify(entries));
  } catch {
    // Then the list begins anew after a reload.
  }
}
