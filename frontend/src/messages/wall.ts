/** What the wall of live boards says. */
export type Ending = 'won' | 'stuck' | 'resigned' | 'abandoned';

export const friends = () => gettext('Friends');
export const everyone = () => gettext('Playing for everyone');
export const score = () => gettext('Score');
export const time = () => gettext('Time');
export const moves = () => gettext('Moves');

export function live(tables: number, friendsAmong: number): string {
  const all = interpolate(
    ngettext('%(count)s table is live.', '%(count)s tables are live.', tables),
    { count: tables },
    true,
  );
  if (!friendsAmong) return all;
  const some = ngettext('%(count)s of them is a friend’s.', '%(count)s of them are friends’.', friendsAmong);
  return `${all} ${interpolate(some, { count: friendsAmong }, true)}`;
}

export function watching(count: number): string {
  return interpolate(ngettext('%(count)s watching', '%(count)s watching', count), { count }, true);
}

export function more(count: number): string {
  return interpolate(ngettext('And %(count)s more.', 'And %(count)s more.', count), { count }, true);
}

/** How a game on the wall has ended. */
export function ending(outcome: Ending): string {
  const words = {
    won: gettext('Won'),
    stuck: gettext('No more moves'),
    resigned: gettext('Ended'),
    abandoned: gettext('Ended'),
  };
  return words[outcome];
}
