/** What the table says in its message line and on its controls. */
import type { Action, Place } from '../game/action';
import type { Audience } from '../page';
import { cardName, cardNames, faceLetter, rankOfValue } from './cards';
import { clock, day, sentence } from './words';

export const ready = () => gettext('Your first card starts the clock');
export const running = () => gettext('This deal counts once. The clock is running');
export const reconnecting = () => gettext('Reconnecting…');
export const offline = () => gettext('You are offline. The game waits for you');
export const offlineRuns = () => gettext('You are offline. Your moves are kept, the clock runs on');
export const overtaken = () => gettext('This game went on in another tab');
export const connecting = () => gettext('Opening the table…');
export const stuck = () => gettext('No more moves');
export const lost = () => gettext('This game can no longer be won');
export const noHints = () => gettext('No hints in the game of the day');
export const noPause = () => gettext('The game of the day cannot be paused');
export const undone = () => gettext('Taken back');
export const paused = () => gettext('Paused');
export const resumed = () => gettext('Resumed');
export const pausedNote = () => gettext('The clock stands still, and the cards are covered.');
export const resume = () => gettext('Resume');
export const recycled = () => gettext('The waste is the stock again');
export const watchSaved = () => gettext('Saved');
export const notSaved = () => gettext('Not saved. Please try again');
export const copied = () => gettext('Copied');

export function turnedUp(cards: readonly string[]): string {
  return sentence(interpolate(gettext('%(cards)s turned up'), { cards: cardNames(cards) }, true));
}

export function peakCleared(peak: string, bonus: number): string {
  return sentence(interpolate(gettext('%(peak)s cleared: +%(bonus)s'), { peak, bonus }, true));
}

export function played(card: string): string {
  return sentence(interpolate(gettext('%(card)s played'), { card: cardName(card) }, true));
}

export function removed(cards: readonly string[]): string {
  return sentence(interpolate(gettext('%(cards)s removed'), { cards: cardNames(cards) }, true));
}

export function drawn(card: string): string {
  return sentence(interpolate(gettext('%(card)s drawn'), { card: cardName(card) }, true));
}

/** After a card is selected in Pyramid: the rank that makes 13 with it, as in "Ace of spades goes with any queen". */
export function goesWith(card: string, value: number): string {
  return sentence(
    interpolate(gettext('%(card)s goes with any %(rank)s'), { card: cardName(card), rank: rankOfValue(value) }, true),
  );
}

export const unselected = () => gettext('Nothing selected');

/** What could be done now, as in "Hint: 7 of spades". */
export function hinted(action: Action, name: (place: Place) => string): string {
  return interpolate(gettext('Hint: %(move)s'), { move: legal(action, name) }, true);
}

export function watching(name: string): string {
  return interpolate(gettext('You are watching %(name)s'), { name }, true);
}

export function watchers(count: number): string {
  return interpolate(ngettext('%(count)s watching', '%(count)s watching', count), { count }, true);
}

export const back = () => gettext('Leave the table');
export const copyCode = (code: string) => interpolate(gettext('Copy the code %(code)s'), { code }, true);
export const copyCodeShort = () => gettext('Copy code');
export const score = () => gettext('Score');
export const time = () => gettext('Time');
export const moves = () => gettext('Moves');
export const menu = () => gettext('Menu');
export const undo = () => gettext('Undo');
export const redo = () => gettext('Redo');
export const hint = () => gettext('Hint');
export const waste = () => gettext('Waste');
export const board = () => gettext('Board');
export const piles = () => gettext('Waste and stock');
export const controls = () => gettext('Controls');
export const details = () => gettext('Game details');
export const newGame = () => gettext('New game');
export const finish = () => gettext('Finish with this result');
export const watchingTitle = () => gettext('Watching');
export const nobody = () => gettext('Nobody is watching');
export const you = () => gettext('you');
export const clockStarts = () => gettext('The clock starts with your first card.');

export function left(count: number): string {
  return interpolate(ngettext('%(count)s left', '%(count)s left', count), { count }, true);
}

export function peakCount(peak: string, count: number, all: number): string {
  return sentence(interpolate(gettext('%(peak)s: %(count)s of %(all)s left'), { peak, count, all }, true));
}

export const peakDone = (peak: string) => sentence(interpolate(gettext('%(peak)s: cleared'), { peak }, true));

export function stats(points: number, ms: number, count: number): string {
  const format = gettext('Score %(score)s, time %(time)s, moves %(moves)s');
  return interpolate(format, { score: points, time: clock(ms), moves: count }, true);
}

export function subtitle(ranked: boolean, iso: string | null, watch: Audience): string {
  if (ranked && iso) return interpolate(gettext('Ranked, %(day)s'), { day: day(iso) }, true);
  const casual = {
    everyone: () => gettext('Casual deal, everyone may watch'),
    friends: () => gettext('Casual deal, friends may watch'),
    link: () => gettext('Casual deal, whoever has the link may watch'),
    nobody: () => gettext('Casual deal, nobody may watch'),
  };
  return casual[watch]();
}

/** The word before a card in the list of moves. */
export const draw = () => gettext('draw');
export const recycle = () => gettext('turn over');
export const ended = () => gettext('ended');
export const peakGain = (bonus: number) => interpolate(gettext('peak +%(bonus)s'), { bonus }, true);
export const earlier = (count: number) =>
  interpolate(ngettext('%(count)s earlier move', '%(count)s earlier moves', count), { count }, true);

/** A short name of a card for a list: its rank as on the face. 10 stands in full. */
export const shortRank = (card: string) => (card.startsWith('T') ? '10' : card === 'XX' ? '★' : faceLetter(card));

export const locked = (title: string) =>
  interpolate(gettext('These are today’s cards. Finish your own %(game)s and they turn over.'), { game: title }, true);

export const cardsLeft = (count: number, all: number) =>
  interpolate(gettext('%(count)s of %(all)s left'), { count, all }, true);

export function legal(action: Action, name: (place: Place) => string): string {
  switch (action.kind) {
    case 'remove':
    case 'king':
      return sentence(name(action.place));
    case 'pair':
      return sentence(
        interpolate(
          gettext('%(first)s with %(second)s'),
          { first: name(action.first), second: name(action.second) },
          true,
        ),
      );
    case 'draw':
      return gettext('Draw from the stock');
    case 'recycle':
      return gettext('Turn the waste over');
    default:
      return '';
  }
}
