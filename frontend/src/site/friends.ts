/** The page of friends: who is here and who plays, as it changes, and the invite link to copy. */
import { copy } from '../page';
import type { Friend } from '../protocol.gen';
import { lobby } from '../watch/lobby';

export function startFriends(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => copyFrom(button));
  }
  if (!document.querySelector('[data-friends]')) return;
  lobby.listen((frame) => {
    if (frame.type === 'friend') show(frame.friend);
    else if (frame.type === 'friends') frame.friends.forEach(show);
  });
}

function show(friend: Friend): void {
  const row = document.querySelector<HTMLElement>(`[data-friend="${CSS.escape(friend.name)}"]`);
  row?.querySelector('[data-on]')?.toggleAttribute('hidden', !friend.on);
  row?.querySelector('[data-off]')?.toggleAttribute('hidden', friend.on);
  const plays = row?.querySelector<HTMLAnchorElement>('[data-plays]');
  if (!plays) return;
  plays.toggleAttribute('hidden', !friend.game);
  if (friend.game) plays.href = `/watch/${friend.game}`;
}

async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const text = document.querySelector(button.dataset.copy ?? '')?.textContent ?? '';
  const said = button.querySelector('span');
  const copied = document.querySelector<HTMLElement>('[data-copied]')?.dataset.copied ?? '';
  if (!(await copy(text)) || !said) return;
  const before = said.textContent;
  said.textContent = copied;
  setTimeout(() => {
    said.textContent = before;
  }, 2_000);
}
