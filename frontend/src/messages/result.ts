/** What the sheet at the end says. */
import type { GameName, Outcome } from '../game/names';

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

/** Words first, no cards, at most three emoji: the same in every theme. */
export function shareText(facts: { title: string; score: number; time: string; moves: number; won: boolean }): string {
  const format = facts.won
    ? gettext('%(title)s: won with %(score)s points in %(time)s, %(moves)s moves ⛰️')
    : gettext('%(title)s: %(score)s points in %(time)s, %(moves)s moves');
  const { title: name, score, time, moves } = facts;
  return interpolate(format, { title: name, score, time, moves }, true);
}
