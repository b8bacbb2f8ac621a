/** What the sheet at the end says. */
import type { GameName, Outcome } from '../game/names';
import { language } from './words';

export function headline(game: GameName, outcome: Outcome): string {
  if (outcome === 'won') return game === 'tripeaks' ? gettext('All three peaks') : gettext('The whole pyramid');
  if (outcome === 'stuck') return gettext('No more moves');
  return outcome === 'abandoned' ? gettext('The day is over') : gettext('Game ended');
}

/** Below the headline of a won game. */
export function manner(undos: number): string {
  if (!undos) return gettext('Won without undo');
  return interpolate(ngettext('Won with %(count)s undo', 'Won with %(count)s undos', undos), { count: undos }, true);
}

export function cleared(count: number): string {
  return interpolate(gettext('%(count)s of 28 cards cleared'), { count }, true);
}

/** The line below the headline, for those who watched. */
export function ofPlayer(name: string, result: string): string {
  return interpolate(gettext('%(name)s: %(result)s'), { name, result }, true);
}

/** Beside the rank: the share of results that stand behind, of 100. */
export function ahead(percentile: number): string {
  const share = (Math.floor(percentile) / 100).toLocaleString(language(), { style: 'percent' });
  return interpolate(gettext('ahead of %(share)s'), { share }, true);
}

export const first = () => gettext('the best so far');
export const noPlace = () => gettext('No place on the leaderboard');

export const bestScore = () => gettext('Best possible');
export const fewest = () => gettext('Fewest moves');
export const fewestKnown = () => gettext('Fewest, at most');

/** `deed` is what was done, as in "7 of spades played". */
export function lostAt(move: number, deed: string): string {
  return interpolate(gettext('It could be won until move %(move)s: %(deed)s'), { move, deed }, true);
}

export const couldBeWon = () => gettext('This deal could be won');
export const couldStillBeWon = () => gettext('It could still be won');
export const couldNotBeWon = () => gettext('This deal cannot be won');
export const notKnown = () => gettext('Whether it could be won is not known');

export const title = () => gettext('Result');
export const undos = () => gettext('Undos');
export const cards = () => gettext('Cards left');
export const leaderboard = () => gettext('Leaderboard');
export const again = () => gettext('Same deal again');
export const playThis = () => gettext('Play this deal');
export const newGame = () => gettext('New game');
export const next = (game: GameName) =>
  game === 'tripeaks' ? gettext('Play today’s Pyramid') : gettext('Play today’s TriPeaks');
export const signUp = () => gettext('Keep this result: choose a name');
export const home = () => gettext('Back to today');
export const share = () => gettext('Share');
export const replay = () => gettext('Replay');

interface Facts {
  title: string;
  score: number;
  time: string;
  moves: number;
  won: boolean;
  /** The rank in words, where there is one. */
  place: string | null;
}

/** Words first, no cards, at most three emoji: the same in every theme. */
export function shareText(facts: Facts): string {
  const format = facts.won
    ? gettext('%(title)s: won with %(score)s points in %(time)s, %(moves)s moves ⛰️')
    : gettext('%(title)s: %(score)s points in %(time)s, %(moves)s moves');
  const { title: name, score, time, moves, place } = facts;
  const text = interpolate(format, { title: name, score, time, moves }, true);
  return place ? `${text}\n${place}` : text;
}
