/**
 * Small boards in server-rendered pages. `<div data-board>` holds a script of JSON: `{"view": ...}`, `{"progress": ...}` or a bare view.
 * `data-board="piles"` draws waste and stock under it; `data-live="<game id>"` keeps it current, and with it every
 * `[data-fact=score|time|moves|watching]` in the nearest `[data-table]` around it; `data-title` names the game.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { gameName } from '../messages/cards';
import { clock } from '../messages/words';
import type { ToPage } from '../protocol.gen';
import { lobby } from '../watch/lobby';
import { Locked } from './Locked';
import { LiveTile, type Tile } from './live';
import { MiniBoard, type Shown } from './MiniBoard';
import { mountReel } from './Reel';
import { mountScenes } from './Scenes';

type Json = Tile | Shown;

function draw(tile: Tile, piles: boolean, title: string, into: HTMLElement): void {
  const drawn =
    'progress' in tile ? (
      <Locked progress={tile.progress} title={title || gameName(tile.progress.peaks.length ? 'tripeaks' : 'pyramid')} />
    ) : (
      <MiniBoard view={tile.view} piles={piles} />
    );
  render(drawn, into);
}

export function mountBoards(root: ParentNode = document): void {
  const live = new Map<string, LiveTile>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-board]')) mount(element, live);
  if (live.size) lobby.listen((frame) => hear(frame, live), { boards: [...live.keys()] });
  for (const element of root.querySelectorAll<HTMLElement>('[data-scenes]')) mountScenes(element);
  for (const element of root.querySelectorAll<HTMLElement>('[data-reel]')) mountReel(element);
}

function hear(frame: ToPage, live: ReadonlyMap<string, LiveTile>): void {
  if (frame.type === 'tile') {
    const tile = live.get(frame.id);
    tile?.hear(frame.table);
    tile?.hear({ type: 'watching', count: frame.watching });
  } else if (frame.type === 'boards') for (const { id, frame: one } of frame.on) live.get(id)?.hear(one);
}

function mount(element: HTMLElement, tiles: Map<string, LiveTile>): void {
  const script = element.querySelector('script[type="application/json"]');
  if (!script || element.querySelector('.mini')) return;
  const json = JSON.parse(script.textContent ?? '') as Json;
  const first: Tile = 'progress' in json || 'view' in json ? json : { view: json };
  const into = document.createElement('div');
  into.className = 'mini';
  element.append(into);
  const { board, live: id, title = '' } = element.dataset;
  if (!id) {
    draw(first, board === 'piles', title, into);
    return;
  }
  const live = new LiveTile(first);
  tiles.set(id, live);
  effect(() => draw(live.tile.value, board === 'piles', title, into));
  effect(() => tell(live, element.closest('[data-table]')));
}

function tell(live: LiveTile, around: Element | null): void {
  const tile = live.tile.value;
  const counts: { score?: number; moves?: number } = 'progress' in tile ? tile.progress : tile.view;
  const facts: Record<string, string | number | null | undefined> = {
    score: counts.score,
    moves: counts.moves,
    time: live.ms.value === null ? null : clock(live.ms.value),
    watching: live.watching.value,
  };
  for (const place of around?.querySelectorAll<HTMLElement>('[data-fact]') ?? []) {
    const fact = facts[place.dataset.fact ?? ''];
    if (fact != null) place.textContent = String(fact);
  }
}
