/** What a replay says on its controls and of each step. */
import type { Mark } from '../replay/game';
import { language } from './words';

export const controls = () => gettext('Replay');
export const scrubber = () => gettext('Step of the game');
export const first = () => gettext('To the deal');
export const before = () => gettext('One step back');
export const next = () => gettext('One step on');
export const last = () => gettext('To the end');
export const play = () => gettext('Play the replay');
export const pause = () => gettext('Pause the replay');
export const speed = () => gettext('Speed');
export const times = (speed: number) => interpolate(gettext('%(speed)s×'), { speed }, true);
export const dealt = () => gettext('The deal');
export const playFrom = () => gettext('Play from here');
export const isPractice = () => gettext('As practice, with your own undo');
export const keys = () => gettext('Keys: ← → step, Home and End, Space plays and pauses.');
export const neverWinnable = () => gettext('This deal could not be won.');
export const moves = () => gettext('Moves');

export function mark(mark: Mark): string {
  const words = { peak: gettext('peak'), undo: gettext('undo'), lost: gettext('the win was lost here') };
  return words[mark];
}

/** A button that goes to the step which lost the win. */
export function lostAt(step: number): string {
  return interpolate(gettext('The win was lost at step %(step)s'), { step }, true);
}

/** How long a step took: seconds with a digit, minutes from a hundred seconds on. */
export function took(ms: number): string {
  const seconds = ms / 1000;
  const [unit, value] = seconds < 100 ? (['second', seconds] as const) : (['minute', seconds / 60] as const);
  const format = { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), format).format(value);
}
