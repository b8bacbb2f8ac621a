/**
 * A finished game that plays itself, small, on a page: `<div data-reel="<address of its log>">` holds its deal as JSON. It can be
 * held at any time; who wants less motion sees a still of its middle, and starts it by hand. Out of sight it rests.
 */
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { Seen } from '../game/seen';
import * as words from '../messages/replay';
import { Player } from '../replay/player';
import { waitsOf } from '../replay/timing';
import { motionIsOn } from '../settings';
import { type Log, unfold } from '../watch/review';
import { Icon } from './Icon';
import { MiniBoard, type Shown } from './MiniBoard';

/** Milliseconds at the end, before it begins again. */
const REST = 4_000;

export async function mountReel(element: HTMLElement): Promise<void> {
  const deal: Shown = JSON.parse(element.querySelector('script')?.textContent ?? '');
  const into = document.createElement('div');
  into.className = 'mini';
  element.append(into);
  render(<MiniBoard view={deal} piles={false} />, into);

  const response = await fetch(element.dataset.reel ?? '').catch(() => null);
  if (!response?.ok) return;
  const log: Log = await response.json();
  const player = new Player(waitsOf(log.events.map(({ ms }) => ms)), { speed: 2, rest: REST });
  const positions = unfold(log).map(({ confirmed }) => confirmed);
  const wanted = signal(motionIsOn());
  const toggle = () => {
    player.toggle();
    wanted.value = player.playing.value;
  };
  if (!wanted.value) player.go(Math.floor(player.last / 2));
  render(<Reel player={player} positions={positions} toggle={toggle} />, into);
  new IntersectionObserver(([entry]) => {
    if (wanted.value && entry?.isIntersecting) player.play();
    else player.pause();
  }).observe(element);
}

function Reel({ player, positions, toggle }: { player: Player; positions: readonly Seen[]; toggle: () => void }) {
  const seen = positions[player.at.value];
  const playing = player.playing.value;
  return (
    <>
      {seen && <MiniBoard view={{ ...seen, tableau: [...seen.tableau] }} piles={false} />}
      <button type="button" class="reel__hold" aria-label={playing ? words.pause() : words.play()} onClick={toggle}>
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
    </>
  );
}
