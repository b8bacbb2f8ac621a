import { beforeEach, expect, test } from 'vitest';
import { placeLabel } from '../table/labels';
import { speakEnglish } from '../testing/english';
import { PRINTED_PYRAMID, PRINTED_TRIPEAKS, pyramid, tripeaks } from '../testing/positions';
import { spokenBoard } from './speech';
import { clock } from './words';

beforeEach(speakEnglish);

test('the table is read as the rules pages describe a position (rules 3)', () => {
  const [piles, apexes, , , bottom] = spokenBoard(tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 }));
  expect(piles).toBe('Stock: 23 cards; waste: ace of clubs.');
  expect(apexes).toBe('Apexes: face-down card, face-down card, face-down card;');
  expect(bottom).toMatch(/^bottom row: 3 of spades, 5 of spades, king of clubs, .*, 9 of spades\.$/);
});

test('what is gone is read as gone', () => {
  const lines = spokenBoard(pyramid(PRINTED_PYRAMID.replace('7C TC', '- -').replace('2H', '-'), { stock: 1 }));
  expect(lines[0]).toBe('Stock: 1 card; waste: empty.');
  expect(lines[1]).toBe('Apex: cleared;');
  expect(lines[7]).toBe(
    'bottom row: empty, empty, 3 of spades, 4 of diamonds, 7 of spades, 6 of hearts, king of diamonds.',
  );
});

test('a card has its full name', () => {
  const seen = pyramid(PRINTED_PYRAMID);
  expect(placeLabel(seen, 17, false)).toBe('Queen of clubs, row 6, 3 of 6, covered by 3 of spades and 4 of diamonds');
  expect(placeLabel(seen, 22, true)).toBe('10 of clubs, row 7, 2 of 7, selected');
  expect(placeLabel(tripeaks(PRINTED_TRIPEAKS), 3, false)).toBe('Face down, left peak, row 2');
});

test('the clock counts minutes, and hours only when there are some', () => {
  expect([0, 61_999, 3_600_000].map(clock)).toEqual(['0:00', '1:01', '1:00:00']);
});
