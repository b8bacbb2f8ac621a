/** What an event is worth in words. */
import { HIDDEN } from '../game/cards';
import type { Seen } from '../game/seen';
import * as cardWords from '../messages/cards';
import * as words from '../messages/table';
import type { Event } from '../protocol.gen';
import type { LogEntry } from './log';
import type { Notes } from './notes';

export function announce(notes: Notes, entry: LogEntry, event: Event, before: Seen): void {
  const news: string[] = [];
  const turned = event.turned?.map(({ card }) => card) ?? [];
  if (entry.peak) news.push(words.peakCleared(cardWords.peakName(entry.peak.peak), entry.peak.bonus));
  if (turned.length) news.push(words.turnedUp(turned));
  if (entry.kind === 'undo') news.push(words.undone());
  if (entry.kind === 'recycle') news.push(words.recycled());
  const shown = news.join('. ');
  notes.show(shown ? 'say' : 'quiet', shown);
  const done = deed(entry, before);
  notes.speak([...(done ? [done] : []), ...news].join('. '));
}

export function deed(entry: LogEntry, before: Seen): string {
  const [first = HIDDEN] = entry.cards;
  if (entry.kind === 'draw') return words.drawn(first);
  if (entry.kind === 'remove') return words.played(first);
  if (entry.kind === 'end') return words.ended();
  if (entry.kind === 'pause') return words.paused();
  if (entry.kind === 'goOn') return words.resumed();
  const known = before.game === 'pyramid' && entry.cards.length > 0;
  return known ? words.removed(entry.cards) : '';
}
