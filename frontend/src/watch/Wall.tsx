/** The wall: friends' boards, then those that are played for everyone. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, Ridge } from '../board/Icon';
import { Locked } from '../board/Locked';
import { MiniBoard } from '../board/MiniBoard';
import { gameName } from '../messages/cards';
import * as words from '../messages/wall';
import { clock } from '../messages/words';
import type { Kind, LiveBoard, WallStore } from './store';

interface Shown {
  store: WallStore;
  /** Only boards of one game, or all. */
  kind: ReadonlySignal<Kind | ''>;
  /** Where a board leads, with ID for the game. */
  address: string;
}

export function Wall({ store, kind, address }: Shown) {
  const { friends, everyone, more } = store.order.value;
  const fits = (board: LiveBoard) => !kind.value || board.tile.value.kind === kind.value;
  return (
    <>
      <Part title={words.friends()} boards={friends.filter(fits)} address={address} live />
      <Part title={words.everyone()} boards={everyone.filter(fits)} address={address} />
      {more > 0 && <p class="wall-more quiet">{words.more(more)}</p>}
    </>
  );
}

function Part({
  title,
  boards,
  address,
  live,
}: {
  title: string;
  boards: LiveBoard[];
  address: string;
  live?: boolean;
}) {
  if (!boards.length) return null;
  return (
    <section class="wall-part">
      <h2>
        {live && <span class="livedot" aria-hidden="true" />}
        {title}
      </h2>
      <ul class="wall">
        {boards.map((board) => (
          <li key={board.id}>
            <Card board={board} address={address.replace('ID', board.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ board, address }: { board: LiveBoard; address: string }) {
  const { player, avatar, kind, title, rule } = board.tile.value;
  return (
    <a class="wcard" href={address}>
      <div class="tile felt">
        <Table board={board} kind={kind} />
      </div>
      <div class="wcard__f">
        <div class="wcard__top">
          <div class="who">
            <Ridge name={avatar} />
            <div>
              <b class="name">{player}</b>
              <div class="sub2">{kind === 'tripeaks' ? `${title}, ${rule}` : title}</div>
            </div>
          </div>
          <Watching board={board} />
        </div>
        <Facts board={board} />
      </div>
    </a>
  );
}

/** Drawn while it can be seen; out of sight it keeps its last picture, and costs nothing. */
function Table({ board, kind }: { board: LiveBoard; kind: Kind }) {
  const around = useRef<HTMLDivElement>(null);
  const inSight = useSignal(true);
  const drawn = useRef<VNode | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      inSight.value = entry?.isIntersecting ?? true;
    });
    if (around.current) observer.observe(around.current);
    return () => observer.disconnect();
  }, [inSight]);
  if (!inSight.value && drawn.current) return drawn.current;
  const progress = board.progress.value?.progress;
  const seen = board.session.value?.confirmed;
  drawn.current = (
    <div class="mini" ref={around}>
      {progress ? (
        <Locked progress={progress} title={gameName(kind)} />
      ) : (
        seen && <MiniBoard view={{ ...seen, tableau: [...seen.tableau], waste: [...seen.waste] }} piles />
      )}
    </div>
  );
  return drawn.current;
}

function Watching({ board }: { board: LiveBoard }) {
  const count = board.watching.value;
  return count > 0 ? (
    <span class="wcard__eye" role="img" aria-label={words.watching(count)}>
      <Icon name="eye" />
      {count}
    </span>
  ) : null;
}

function Facts({ board }: { board: LiveBoard }) {
  const outcome = board.outcome as words.Ending | null;
  return (
    <p class="facts">
      <span>
        {words.score()} <b>{board.score}</b>
      </span>
      <span>
        {words.time()} <b>{clock(board.clock.shown.value)}</b>
      </span>
      <span>
        {words.moves()} <b>{board.moves}</b>
      </span>
      {outcome && <span class={`tag${outcome === 'won' ? ' clean' : ''}`}>{words.ending(outcome)}</span>}
    </p>
  );
}
