import { describe, expect, test } from 'vitest';
import { PRINTED_PYRAMID, PRINTED_TRIPEAKS, pyramid, tripeaks } from '../testing/positions';
import { printAction } from './action';
import { type Tap, tapCard, tapStock } from './tap';

const text = (tap: Tap) => {
  if (tap.kind === 'act') return printAction(tap.action);
  if (tap.kind === 'refuse') return `${tap.refusal.reason} ${tap.refusal.places.join(' ')}, selects ${tap.select}`;
  return tap.kind === 'select' ? `selects ${tap.place}` : 'waits';
};

describe('TriPeaks: a tap plays (rules 1)', () => {
  const easy = tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 });
  const classic = { ...easy, rule: 'C' };

  test('Easy plays K♣, 2♦ and K♦ on A♣', () => {
    expect([20, 22, 24].map((place) => text(tapCard(easy, null, place)))).toEqual(['r20', 'r22', 'r24']);
  });

  test('Classic plays 2♦ only', () => {
    expect(text(tapCard(classic, null, 22))).toBe('r22');
    expect(text(tapCard(classic, null, 20))).toBe('not_adjacent 20, selects null');
  });

  test('3♠ on A♣ is refused for its rank', () => {
    expect(text(tapCard(easy, null, 18))).toBe('not_adjacent 18, selects null');
  });

  test('a face-down card is blocked', () => {
    expect(text(tapCard(easy, null, 9))).toBe('blocked 9, selects null');
  });

  test('the stock draws at any time', () => {
    expect(text(tapStock(easy, null))).toBe('d');
  });

  test('a tap waits for the card that a draw has not shown yet', () => {
    expect(text(tapCard({ ...easy, waste: ['AC', '??'] }, null, 22))).toBe('waits');
  });

  test('a tap waits for an undo', () => {
    expect(text(tapCard({ ...easy, undoing: true }, null, 22))).toBe('waits');
  });
});

describe('Pyramid: a tap selects, a second one pairs (rules 2)', () => {
  const start = pyramid(PRINTED_PYRAMID, { waste: '8D', stock: 23 });

  test('a King goes with one tap', () => {
    expect(text(tapCard(start, null, 27))).toBe('k27');
    expect(text(tapCard(start, 21, 27))).toBe('k27');
  });

  test('10♣ + 3♠ go together in either order', () => {
    expect(text(tapCard(start, null, 22))).toBe('selects 22');
    expect(text(tapCard(start, 22, 23))).toBe('p22+23');
    expect(text(tapCard(start, 23, 22))).toBe('p22+23');
  });

  test('7♣ + 7♠ is refused for its sum and leaves 7♠ selected', () => {
    expect(text(tapCard(start, 21, 25))).toBe('not_thirteen 21 25, selects 25');
  });

  test('Q♣ in row 6 is blocked, and what was selected stays so', () => {
    expect(text(tapCard(start, null, 17))).toBe('blocked 17, selects null');
    expect(text(tapCard(start, 22, 17))).toBe('blocked 17, selects 22');
  });

  test('tapping the selected card again unselects it', () => {
    expect(text(tapCard(start, 22, 22))).toBe('selects null');
  });

  test('the waste top pairs with a pyramid card', () => {
    const seen = { ...start, waste: ['8D', '6C'] };
    expect(text(tapCard(seen, null, 'w'))).toBe('selects w');
    expect(text(tapCard(seen, 'w', 21))).toBe('p21+w');
    expect(text(tapCard(seen, 21, 'w'))).toBe('p21+w');
  });

  test('a King on the waste goes alone', () => {
    expect(text(tapCard({ ...start, waste: ['8D', 'KS'] }, null, 'w'))).toBe('kw');
  });

  test('the stock draws, and when it is empty the waste is turned over', () => {
    expect(text(tapStock(start, null))).toBe('d');
    expect(text(tapStock({ ...start, stock: 0 }, null))).toBe('c');
    expect(text(tapStock({ ...start, stock: 0, waste: [] }, null))).toBe('waste_empty s, selects null');
  });

  test('with no recycle left the stock stays empty', () => {
    const seen = pyramid(PRINTED_PYRAMID, { rule: 'N0', waste: '8D', stock: 0, recyclesLeft: 0 });
    expect(text(tapStock(seen, 22))).toBe('no_recycles s, selects 22');
  });

  test('a card never goes with its cover, but by rule K', () => {
    // 8♥ lies under 5♠ alone.
    const tableau = PRINTED_PYRAMID.replace('TC 3S', '5S -');
    expect(text(tapCard(pyramid(tableau), 22, 16))).toBe('own_cover 16 22, selects 22');
    const coveredPair = pyramid(tableau, { rule: 'NK' });
    expect(text(tapCard(coveredPair, 22, 16))).toBe('p16+22');
    expect(text(tapCard(coveredPair, null, 16))).toBe('selects 16');
    expect(text(tapCard(coveredPair, 16, 22))).toBe('p16+22');
  });

  test('by rule D a card just drawn goes with the one it covered, and that one with nothing else', () => {
    const seen = { ...pyramid(PRINTED_PYRAMID, { rule: 'ND', waste: '8D 5H', stock: 9 }), justDrawn: true };
    expect(text(tapCard(seen, 'w', 'v'))).toBe('pv+w');
    expect(text(tapCard(seen, 'v', 'w'))).toBe('pv+w');
    expect(text(tapCard(seen, 'v', 22))).toBe('blocked v, selects 22');
    expect(text(tapCard({ ...seen, justDrawn: false }, 'w', 'v'))).toBe('waste_pair v w, selects w');
  });
});
