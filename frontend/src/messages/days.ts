/** What the pages about days say while they are looked at. */
export const matches = () => gettext('It matches: the deck was fixed from the first minute.');
export const matchesMemory = () =>
  gettext('It matches, and it is the fingerprint that this browser noted while the day was open.');
export const differs = () => gettext('It does not match. This deck is not the one that was sealed.');
export const noCrypto = () =>
  gettext('This browser cannot make a fingerprint here. The line to check is “nonce:deck”.');

export function place(rank: number, total: number): string {
  const shown = (count: number) => count.toLocaleString(document.documentElement.lang || 'en');
  return interpolate(gettext('Rank %(rank)s of %(total)s'), { rank: shown(rank), total: shown(total) }, true);
}
