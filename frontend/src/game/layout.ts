/**
 * Where the 28 tableau cards lie and which cover which (rules 1 and 2). A place is the number of a card in reading order,
 * row by row from the apex.
 */
import type { GameName } from './names';

export const PLACES = 28;

export interface Layout {
  /** How many cards each row holds, from the top. */
  rows: readonly number[];
  /** Columns of the board; a card is one column wide. */
  columns: number;
  /** For each place the two places that lie on it, or none in the bottom row. */
  covers: readonly (readonly number[])[];
  /** For each place its left edge in columns and its row. */
  positions: readonly { x: number; y: number }[];
  /** For each peak its places, the bottom row shared out as for the bonus (TriPeaks only). */
  peaks: readonly (readonly number[])[];
}

const range = (length: number) => Array.from({ length }, (_, i) => i);

function tripeaks(): Layout {
  const apexes = range(3).map((p) => [3 + 2 * p, 4 + 2 * p]);
  const second = range(6).map((k) => [9 + k + (k >> 1), 10 + k + (k >> 1)]);
  const third = range(9).map((j) => [18 + j, 19 + j]);
  return {
    rows: [3, 6, 9, 10],
    columns: 10,
    covers: [...apexes, ...second, ...third, ...range(10).map(() => [])],
    positions: [
      ...range(3).map((p) => ({ x: 3 * p + 1.5, y: 0 })),
      ...range(6).map((k) => ({ x: k + (k >> 1) + 1, y: 1 })),
      ...range(9).map((j) => ({ x: j + 0.5, y: 2 })),
      ...range(10).map((i) => ({ x: i, y: 3 })),
    ],
    peaks: [
      [0, 3, 4, 9, 10, 11, 18, 19, 20],
      [1, 5, 6, 12, 13, 14, 21, 22, 23],
      [2, 7, 8, 15, 16, 17, 24, 25, 26, 27],
    ],
  };
}

function pyramid(): Layout {
  const cards = range(7).flatMap((row) => range(row + 1).map((column) => ({ row, column })));
  return {
    rows: [1, 2, 3, 4, 5, 6, 7],
    columns: 7,
    covers: cards.map(({ row }, place) => (row < 6 ? [place + row + 1, place + row + 2] : [])),
    positions: cards.map(({ row, column }) => ({ x: column + (6 - row) / 2, y: row })),
    peaks: [],
  };
}

const LAYOUTS: Record<GameName, Layout> = { tripeaks: tripeaks(), pyramid: pyramid() };

export function layoutOf(game: GameName): Layout {
  return LAYOUTS[game];
}

type Tableau = readonly (string | null)[];

/** The cards that still lie on a place. */
export function coversOf(game: GameName, tableau: Tableau, place: number): number[] {
  return (LAYOUTS[game].covers[place] ?? []).filter((cover) => tableau[cover] != null);
}

export function isCovered(game: GameName, tableau: Tableau, place: number): boolean {
  return coversOf(game, tableau, place).length > 0;
}

/** The places on whose card no other card lies, in reading order. */
export function available(game: GameName, tableau: Tableau): number[] {
  return range(PLACES).filter((place) => tableau[place] != null && !isCovered(game, tableau, place));
}

/** How many cards each peak still has. */
export function peaksLeft(game: GameName, tableau: Tableau): number[] {
  return LAYOUTS[game].peaks.map((peak) => peak.filter((place) => tableau[place] != null).length);
}

/** Row and column of a place, both from 0. */
export function rowOf(game: GameName, place: number): { row: number; column: number } {
  let column = place;
  let row = 0;
  for (const length of LAYOUTS[game].rows) {
    if (column < length) break;
    column -= length;
    row += 1;
  }
  return { row, column };
}

/** The places of each row, from the top. */
export function rowsOf(game: GameName): number[][] {
  let first = 0;
  return LAYOUTS[game].rows.map((length) => {
    const row = range(length).map((column) => first + column);
    first += length;
    return row;
  });
}
