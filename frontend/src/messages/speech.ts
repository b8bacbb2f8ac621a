/** The spoken board (rules 3): stock, waste, then each row from the top. */
import { HIDDEN } from '../game/cards';
import { rowsOf } from '../game/layout';
import type { View } from '../protocol.gen';
import { cardName, stockCount, wasteTop } from './cards';

function rowName(game: string, row: number, rows: number): string {
  if (row === rows - 1) return gettext('bottom row');
  if (row === 0) return game === 'tripeaks' ? gettext('Apexes') : gettext('Apex');
  return interpolate(gettext('row %(row)s'), { row: row + 1 }, true);
}

/** One line for the piles and one for each row. */
export function spokenBoard(view: Pick<View, 'game' | 'tableau' | 'stock' | 'waste'>): string[] {
  const rows = rowsOf(view.game);
  const piles = `${stockCount(view.stock)}; ${wasteTop(view.waste.at(-1))}.`;
  const lines = rows.map((row, at) => {
    const cards = row.map((place) => {
      const card = view.tableau[place];
      return card == null ? gettext('empty') : cardName(card || HIDDEN);
    });
    const gone = row.every((place) => view.tableau[place] == null);
    const content = gone ? gettext('cleared') : cards.join(', ');
    const end = at === rows.length - 1 ? '.' : ';';
    return `${rowName(view.game, at, rows.length)}: ${content}${end}`;
  });
  return [piles, ...lines];
}
