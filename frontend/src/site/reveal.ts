/** The check of a past day: makes the fingerprint of what the page reveals, and compares it before the reader's eyes. */
import * as words from '../messages/days';
import { fingerprint, remembered } from './seal';

export function startReveals(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-reveal]')) check(element);
}

async function check(element: HTMLElement): Promise<void> {
  const { nonce, deck, commitment, seal } = element.dataset;
  if (!globalThis.crypto?.subtle) {
    say(element, words.noCrypto(), '');
    return;
  }
  const made = await fingerprint(`${nonce}:${deck}`);
  const shown = element.querySelector('[data-made]');
  if (shown) {
    shown.textContent = made;
    shown.closest('[hidden]')?.removeAttribute('hidden');
  }
  const noted = remembered(seal ?? '');
  if (made !== commitment || (noted && noted !== made)) say(element, words.differs(), 'bad');
  else say(element, noted ? words.matchesMemory() : words.matches(), 'good');
}

function say(element: HTMLElement, text: string, kind: 'good' | 'bad' | ''): void {
  const line = element.querySelector<HTMLElement>('[data-say]');
  const word = line?.querySelector('span');
  if (!line || !word) return;
  word.textContent = text;
  if (kind) line.classList.add(kind);
  line
    .querySelector('use')
    ?.setAttribute('href', kind === 'good' ? '#i-check' : kind === 'bad' ? '#i-stop' : '#i-lock');
}
