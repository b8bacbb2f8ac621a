import { describe, expect, test } from 'vitest';
import { PRINTED_PYRAMID, PRINTED_TRIPEAKS, pyramid, tripeaks } from '../testing/positions';
import { available, coversOf, layoutOf, peaksLeft, rowOf } from './layout';

describe.each(['tripeaks', 'pyramid'] as const)('%s', (game) => {
  const { covers, positions } = layoutOf(game);

  test('a card lies half a column beside each of its two covers, one row up', () => {
    covers.forEach((two, place) => {
      const at = positions[place];
      for (const cover of two) {
        expect(Math.abs((positions[cover]?.x ?? 0) - (at?.x ?? 0))).toBe(0.5);
        expect((positions[cover]?.y ?? 0) - (at?.y ?? 0)).toBe(1);
      }
    });
  });

  test('no two cards share a position, and all stay inside the board', () => {
    expect(new Set(positions.map(({ x, y }) => `${x},${y}`)).size).toBe(28);
    expect(positions.every(({ x }) => x >= 0 && x <= layoutOf(game).columns - 1)).toBe(true);
  });
});

test('at the start the bottom row is available and nothing else (rules 1 and 2)', () => {
  expect(available('tripeaks', tripeaks(PRINTED_TRIPEAKS).tableau)).toEqual([18, 19, 20, 21, 22, 23, 24, 25, 26, 27]);
  expect(available('pyramid', pyramid(PRINTED_PYRAMID).tableau)).toEqual([21, 22, 23, 24, 25, 26, 27]);
});

test('the left peak owns 9 cards, the middle 9, the right 10 (rules 1)', () => {
  expect(peaksLeft('tripeaks', tripeaks(PRINTED_TRIPEAKS).tableau)).toEqual([9, 9, 10]);
});

test('only covers that are still there cover', () => {
  const { tableau } = pyramid(PRINTED_PYRAMID.replace('TC', '-'));
  expect(coversOf('pyramid', tableau, 15)).toEqual([21]);
});

test('a place is told by its row and column', () => {
  expect(rowOf('pyramid', 17)).toEqual({ row: 5, column: 2 });
  expect(rowOf('tripeaks', 27)).toEqual({ row: 3, column: 9 });
});
