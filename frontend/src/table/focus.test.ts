import { describe, expect, test } from 'vitest';
import { PRINTED_PYRAMID, PRINTED_TRIPEAKS, pyramid, tripeaks } from '../testing/positions';
import { afterRemoval, neighbour, nextOfRank, nextPlayable, rankOfKey } from './focus';

const start = tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 });

describe('arrows', () => {
  test('move along the row and skip what is gone', () => {
    const seen = tripeaks(PRINTED_TRIPEAKS.replace('KC', '-'));
    expect(neighbour(seen, 19, 'ArrowRight')).toBe(21);
    expect(neighbour(seen, 18, 'ArrowLeft')).toBeNull();
    expect(neighbour(seen, 21, 'Home')).toBe(18);
    expect(neighbour(seen, 21, 'End')).toBe(27);
  });

  test('move up and down to the nearest card', () => {
    expect(neighbour(start, 27, 'ArrowUp')).toBe(17);
    expect(neighbour(start, 0, 'ArrowDown')).toBe(3);
    expect(neighbour(start, 0, 'ArrowUp')).toBeNull();
  });
});

describe('after a removal', () => {
  test('the focus goes to the card that this has uncovered', () => {
    expect(afterRemoval(tripeaks(PRINTED_TRIPEAKS.replace('3S 5S', '- -')), 19)).toBe(9);
    expect(afterRemoval(pyramid(PRINTED_PYRAMID.replace('TC 3S', '- -')), 23)).toBe(16);
  });

  test('else to the nearest open one', () => {
    expect(afterRemoval(tripeaks(PRINTED_TRIPEAKS.replace('3S', '-')), 18)).toBe(19);
  });
});

describe('letters', () => {
  test('n goes round the cards that can be played', () => {
    expect([nextPlayable(start, 18), nextPlayable(start, 20), nextPlayable(start, 24)]).toEqual([20, 22, 20]);
  });

  test('n goes to the stock when no card fits', () => {
    expect(nextPlayable({ ...start, waste: ['JC'] }, 18)).toBe('s');
  });

  test('a rank goes to the next open card of that rank', () => {
    expect(nextOfRank(start, 13, null)).toBe(20);
    expect(nextOfRank(start, 13, 20)).toBe(24);
    expect(nextOfRank(start, 11, null)).toBeNull();
  });

  test('in Pyramid the waste top is an open card too', () => {
    expect(nextOfRank(pyramid(PRINTED_PYRAMID, { waste: '5H' }), 5, null)).toBe('w');
  });

  test('0, 1 and t all stand for ten', () => {
    expect(['0', '1', 't', 'K', '7', 'x'].map(rankOfKey)).toEqual([10, 10, 10, 13, 7, null]);
  });
});
