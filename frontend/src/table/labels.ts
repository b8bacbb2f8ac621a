/** The full name of a place on the board, for those who hear it. */
import type { Place } from '../game/action';
import { HIDDEN } from '../game/cards';
import { cardAt } from '../game/judge';
import { coversOf, layoutOf, rowOf } from '../game/layout';
import type { Seen } from '../game/seen';
import * as words from '../messages/cards';
import { sentence } from '../messages/words';

export function placeLabel(seen: Seen, place: number, selected: boolean): string {
  const { game, tableau } = seen;
  const card = tableau[place];
  if (card == null) return '';
  const { row, column } = rowOf(game, place);
  if (card === HIDDEN) {
    const peak = layoutOf(game).peaks.findIndex((places) => places.includes(place));
    return sentence(words.faceDown(words.peakName(peak), row + 1));
  }
  const covers = coversOf(game, tableau, place).map((cover) => tableau[cover] ?? HIDDEN);
  const parts = [
    words.cardName(card),
    words.inRow(row + 1, column + 1, layoutOf(game).rows[row] ?? 0),
    covers.length ? words.coveredBy(covers) : '',
    selected ? words.selected() : '',
  ];
  return sentence(parts.filter(Boolean).join(', '));
}

export function wasteLabel(seen: Seen, selected: boolean): string {
  const label = words.wasteTop(seen.waste.at(-1));
  return sentence(selected ? `${label}, ${words.selected()}` : label);
}

/** The short name of a place, in the list of available moves. */
export function placeName(seen: Seen): (place: Place) => string {
  return (place) => {
    const card = cardAt(seen, place) ?? HIDDEN;
    if (place === 'w') return words.wasteTop(card);
    return place === 'v' ? words.underWaste(card) : words.cardName(card);
  };
}
