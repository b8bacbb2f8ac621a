/** The names of cards and of the places they lie at. */
import { HIDDEN, JOKER, letter, suit } from '../game/cards';
import type { GameName } from '../game/names';
import { list } from './words';

function rankName(card: string): string {
  const names: Record<string, () => string> = {
    A: () => gettext('ace'),
    T: () => '10',
    J: () => gettext('jack'),
    Q: () => gettext('queen'),
    K: () => gettext('king'),
  };
  return names[letter(card)]?.() ?? letter(card);
}

function suitName(card: string): string {
  const names = {
    s: () => gettext('spades'),
    h: () => gettext('hearts'),
    d: () => gettext('diamonds'),
    c: () => gettext('clubs'),
    joker: () => gettext('joker'),
  };
  return names[suit(card)]();
}

/** "queen of clubs", "joker", "face-down card". */
export function cardName(card: string): string {
  if (card === HIDDEN) return gettext('face-down card');
  if (card === JOKER) return gettext('joker');
  return interpolate(gettext('%(rank)s of %(suit)s'), { rank: rankName(card), suit: suitName(card) }, true);
}

export function cardNames(cards: readonly string[]): string {
  return list(cards.map(cardName));
}

/** The letters on the faces, which are local: R, D, V in French, D and B in German. */
export function faceLetter(card: string): string {
  const letters: Record<string, () => string> = {
    // Translators: the letter on the corner of a Jack
    J: () => gettext('J'),
    // Translators: the letter on the corner of a Queen
    Q: () => gettext('Q'),
    // Translators: the letter on the corner of a King
    K: () => gettext('K'),
  };
  return letters[letter(card)]?.() ?? letter(card);
}

/** Ranks by their value, for "needs a queen". */
export function rankOfValue(value: number): string {
  return rankName('A23456789TJQK'.charAt(value - 1));
}

export function peakName(peak: number): string {
  return [gettext('left peak'), gettext('middle peak'), gettext('right peak')][peak] ?? '';
}

export function inRow(row: number, column: number, length: number): string {
  return interpolate(gettext('row %(row)s, %(column)s of %(length)s'), { row, column, length }, true);
}

export function coveredBy(cards: readonly string[]): string {
  return interpolate(gettext('covered by %(cards)s'), { cards: cardNames(cards) }, true);
}

export function faceDown(peak: string, row: number): string {
  return interpolate(gettext('face down, %(peak)s, row %(row)s'), { peak, row }, true);
}

export function wasteTop(card: string | undefined): string {
  const top = card === undefined ? gettext('empty') : cardName(card);
  return interpolate(gettext('waste: %(card)s'), { card: top }, true);
}

export function stockCount(count: number): string {
  const format = ngettext('Stock: %(count)s card', 'Stock: %(count)s cards', count);
  return interpolate(format, { count }, true);
}

export function drawLabel(count: number): string {
  const format = ngettext(
    'Draw from the stock, %(count)s card left',
    'Draw from the stock, %(count)s cards left',
    count,
  );
  return interpolate(format, { count }, true);
}

export function recycleLabel(left: number | null): string {
  if (left === null) return gettext('Stock empty: turn the waste over');
  const format = ngettext(
    'Stock empty: turn the waste over, %(count)s time left',
    'Stock empty: turn the waste over, %(count)s times left',
    left,
  );
  return interpolate(format, { count: left }, true);
}

export function underWaste(card: string): string {
  return interpolate(gettext('under the waste top: %(card)s'), { card: cardName(card) }, true);
}

export function gameName(game: GameName): string {
  return game === 'tripeaks' ? gettext('TriPeaks') : gettext('Pyramid');
}

export const emptyStock = () => gettext('Stock empty');
export const emptyWaste = () => gettext('Waste empty');
export const selected = () => gettext('selected');
