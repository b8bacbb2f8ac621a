/** Which face the cards wear, by the shape of the window. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { GameName } from '../game/names';

function media(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches: Signal<boolean> = signal(list.matches);
  list.addEventListener('change', () => {
    matches.value = list.matches;
  });
  return matches;
}

const portrait = media('(orientation: portrait)');
const low = media('(orientation: landscape) and (max-height: 560px)');

const faces = {
  tripeaks: computed(() => (portrait.value ? 'tall' : low.value ? 'compact' : '')),
  pyramid: computed(() => (portrait.value || low.value ? 'compact' : '')),
};

export function faceOf(game: GameName): string {
  return faces[game].value;
}
