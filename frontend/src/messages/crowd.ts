/** What those who watch do and read. */
import type { Sign } from '../watch/crowd';

export const react = () => gettext('React');
export const back = () => gettext('Back');
export const stepOn = () => gettext('One move on');
export const jumpToLive = () => gettext('Jump to live');
export const byLink = () => gettext('Whoever has the link');

export function signName(sign: Sign): string {
  const names = {
    clap: gettext('Applause'),
    wow: gettext('Wow'),
    heart: gettext('Lovely'),
    laugh: gettext('Ha ha'),
    think: gettext('Hm'),
    luck: gettext('Good luck'),
  };
  return names[sign];
}

export function signSaid(sign: Sign, by: string, times: number): string {
  const said = by
    ? interpolate(gettext('%(name)s: %(sign)s'), { name: by, sign: signName(sign) }, true)
    : signName(sign);
  return times > 1 ? `${said} ×${times}` : said;
}

export function step(move: number, moves: number): string {
  return interpolate(gettext('Step %(move)s of %(moves)s'), { move, moves }, true);
}

export function friendsWatch(names: readonly string[]): string {
  return interpolate(
    ngettext('Your friend %(names)s', 'Your friends %(names)s', names.length),
    { names: names.join(', ') },
    true,
  );
}
