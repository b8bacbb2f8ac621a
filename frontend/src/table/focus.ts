/** Where the arrows, the letters and a removal take the focus on the board. */
import { HIDDEN, rank } from '../game/cards';
import { available, isCovered, layoutOf, rowsOf } from '../game/layout';
import { legalActions, placesOf } from '../game/legal';
import type { Seen } from '../game/seen';

/** A place that can have the focus: a tableau card, the waste top, the stock. */
export type Stop = number | 'w' | 's';

export function firstStop(seen: Seen): number | null {
  return available(seen.game, seen.tableau)[0] ?? null;
}

export function neighbour(seen: Seen, from: number, key: string): number | null {
  const rows = rowsOf(seen.game).map((row) => row.filter((place) => seen.tableau[place] != null));
  const at = rowsOf(seen.game).findIndex((row) => row.includes(from));
  const row = rows[at] ?? [];
  switch (key) {
    case 'ArrowLeft':
      return row.filter((place) => place < from).at(-1) ?? null;
    case 'ArrowRight':
      return row.find((place) => place > from) ?? null;
    case 'Home':
      return row[0] ?? null;
    case 'End':
      return row.at(-1) ?? null;
    case 'ArrowUp':
      return nearest(
        seen,
        from,
        rows
          .slice(0, at)
          .filter((above) => above.length)
          .at(-1) ?? [],
      );
    case 'ArrowDown':
      return nearest(seen, from, rows.slice(at + 1).find((below) => below.length) ?? []);
    default:
      return null;
  }
}

function nearest(seen: Seen, from: number, places: readonly number[]): number | null {
  const { positions } = layoutOf(seen.game);
  const origin = positions[from];
  if (!origin) return null;
  const distance = (place: number) => {
    const { x = 0, y = 0 } = positions[place] ?? {};
    return Math.hypot(x - origin.x, y - origin.y);
  };
  return places.reduce<number | null>((best, p) => (best === null || distance(p) < distance(best) ? p : best), null);
}

/** After the card at `gone` was removed: the card that this has uncovered, else the nearest open one. */
export function afterRemoval(seen: Seen, gone: number): number | null {
  const { covers } = layoutOf(seen.game);
  const uncovered = seen.tableau.findIndex(
    (card, place) => card != null && covers[place]?.includes(gone) && !isCovered(seen.game, seen.tableau, place),
  );
  return uncovered >= 0 ? uncovered : nearest(seen, gone, available(seen.game, seen.tableau));
}

/** The next place in reading order after `from`, round the end. */
function next(stops: readonly Stop[], from: Stop | null): Stop | null {
  const order = (stop: Stop) => (stop === 'w' ? 100 : stop === 's' ? 101 : stop);
  const sorted = [...new Set(stops)].sort((a, b) => order(a) - order(b));
  return sorted.find((stop) => from !== null && order(stop) > order(from)) ?? sorted[0] ?? null;
}

export function nextPlayable(seen: Seen, from: Stop | null): Stop | null {
  const stops = legalActions(seen).flatMap((action): Stop[] => {
    if (action.kind === 'draw' || action.kind === 'recycle') return ['s'];
    return placesOf(action).map((place) => (place === 'v' ? 'w' : place));
  });
  // The stock is open nearly always: it is the answer only when no card is.
  const cards = stops.filter((stop) => stop !== 's');
  return next(cards.length ? cards : stops, from);
}

const RANK_KEYS: Record<string, number> = { a: 1, 1: 10, 0: 10, t: 10, j: 11, q: 12, k: 13 };

/** The rank a key names, or null. */
export function rankOfKey(key: string): number | null {
  const named = RANK_KEYS[key.toLowerCase()];
  return named ?? (/^[2-9]$/.test(key) ? Number(key) : null);
}

export function nextOfRank(seen: Seen, value: number, from: Stop | null): Stop | null {
  const stops: Stop[] = available(seen.game, seen.tableau).filter((place) => {
    const card = seen.tableau[place] ?? HIDDEN;
    return card !== HIDDEN && rank(card) === value;
  });
  const top = seen.waste.at(-1);
  if (seen.game === 'pyramid' && top && top !== HIDDEN && rank(top) === value) stops.push('w');
  return next(stops, from);
}
