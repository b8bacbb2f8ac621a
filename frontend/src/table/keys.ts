/** The keys of the board. They act only while the focus is on a card, the waste or the stock. */
import { stats } from '../messages/table';
import { settings } from '../settings';
import { placeElement } from './flight';
import { neighbour, nextOfRank, nextPlayable, rankOfKey, type Stop } from './focus';
import type { MenuPage } from './Menu';
import type { TableStore } from './store';

function stopOf(element: EventTarget | null): Stop | null {
  const place = element instanceof HTMLElement ? element.dataset.place : undefined;
  if (place === undefined) return null;
  return place === 'w' || place === 's' ? place : Number(place);
}

export function focusOn(stop: Stop | null): void {
  if (stop !== null) placeElement(stop)?.focus();
}

export function onBoardKey(event: KeyboardEvent, store: TableStore, open: (page: MenuPage) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (press(event.key, stopOf(event.target), store, open)) event.preventDefault();
}

/** True when the key means something here. */
function press(key: string, at: Stop | null, store: TableStore, open: (page: MenuPage) => void): boolean {
  const seen = store.seen.value;
  if (!seen) return false;
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
    if (typeof at === 'number') focusOn(neighbour(seen, at, key));
    return typeof at === 'number';
  }
  if (!settings.value.singleKeys || key.length > 1) return false;
  const value = rankOfKey(key);
  if (value !== null) {
    focusOn(nextOfRank(seen, value, at));
    return true;
  }
  const acts: Record<string, () => void> = {
    d: () => store.tapStock(),
    u: () => store.undo(),
    y: () => store.redo(),
    h: () => store.advice.hint(),
    p: () => store.pause(),
    n: () => focusOn(nextPlayable(seen, at)),
    w: () => seen.game === 'pyramid' && store.tap('w'),
    s: () => store.notes.both('say', stats(seen.score, store.clock.now, seen.moves)),
    r: () => open('read'),
    '?': () => open('keys'),
  };
  const act = acts[key.toLowerCase()];
  act?.();
  return act !== undefined;
}
