/** The guide beside a first deal. Each step is a sentence or two: it has to be read within seconds. */
import { rank } from '../game/cards';
import { cardName } from './cards';

export const title = () => gettext('Guide');
export const skip = () => gettext('Skip');
export const playOn = () => gettext('Play on');
export const count = (step: number, steps: number) =>
  interpolate(gettext('%(step)s of %(steps)s'), { step, steps }, true);

/** A card that fits on the waste top. */
export function play(card: string, top: string): string {
  const format =
    Math.abs(rank(card) - rank(top)) === 1
      ? gettext('Tap the %(card)s: it is one rank from the %(top)s on the waste.')
      : gettext('Tap the %(card)s: it goes on the %(top)s. King and Ace are neighbours.');
  return interpolate(format, { card: cardName(card), top: cardName(top) }, true);
}

/** The card after which another one turns up. */
export function uncover(card: string): string {
  return interpolate(
    gettext('The %(card)s fits. With it gone, the card behind turns up.'),
    { card: cardName(card) },
    true,
  );
}

export function misfit(card: string): string {
  return interpolate(
    gettext('Now tap the %(card)s. It does not fit, so it stays, and the table says why.'),
    { card: cardName(card) },
    true,
  );
}

export const draw = () => gettext('No card you like? Draw: tap the stock.');
export const undo = () => gettext('Undo takes back the last step. Try it.');
export const end = () => gettext('That is all. Clear the three peaks before the stock runs out!');

/** Added to a step for those who have keys. */
export const boardKeys = () => gettext('Or: Tab to the board, arrows, Enter.');
export const drawKey = () => gettext('Or press D on the board.');
export const undoKey = () => gettext('Or press U on the board.');
