/** Why a move is refused (rules 3), by the key of the rule that refuses it. */
import type { ErrorReason, GameName, Reason } from '../game/names';

export function refusal(reason: Reason, game: GameName): string {
  switch (reason) {
    case 'not_adjacent':
      return gettext('Must be one rank higher or lower');
    case 'blocked':
      return game === 'tripeaks' ? gettext('This card is blocked') : gettext('This card is blocked by another card');
    case 'own_cover':
      return gettext('This card is blocked by another card');
    case 'not_thirteen':
      return gettext('Must add up to 13');
    case 'not_king':
      return gettext('Only a King goes alone');
    case 'waste_pair':
      return gettext('Only a card just drawn pairs with the one it covered');
    case 'nothing_there':
      return gettext('There is no card here any more');
    case 'stock_empty':
      return gettext('The stock is empty');
    case 'stock_not_empty':
      return gettext('The stock still has cards');
    case 'waste_empty':
      return game === 'pyramid' ? gettext('Stock and waste are empty') : gettext('The waste is empty');
    case 'no_recycles':
      return gettext('The waste cannot be turned over again');
    case 'play_first':
      return gettext('A card fits: the stock opens when none does');
    case 'nothing_to_undo':
      return gettext('There is nothing to undo');
    case 'nothing_to_redo':
      return gettext('There is nothing to play again');
    case 'game_over':
      return gettext('This game is over');
    case 'paused':
      return gettext('The game is paused');
    case 'not_paused':
      return gettext('The game is not paused');
    case 'ranked':
      return gettext('Not in the game that counts for the day');
    case 'wrong_game':
      return gettext('This move belongs to another game');
  }
}

/** What ended the connection for good, by close code. */
export function closed(code: number): string {
  switch (code) {
    case 4403:
      return gettext('You may not watch this table');
    case 4404:
      return gettext('There is no such game');
    case 4429:
      return gettext('That was too much at once. Reload the page to go on');
    default:
      return gettext('The table could not read what this page sent. Reload the page to go on');
  }
}

export function fault(reason: ErrorReason): string {
  return reason === 'not_yours' ? gettext('This is not your game') : closed(0);
}
