/** Beside the board on a desktop: whose game it is, its moves, who watches. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Ridge, Use } from '../board/Icon';
import { suit } from '../game/cards';
import { friendsWatch } from '../messages/crowd';
import * as words from '../messages/table';
import { clock } from '../messages/words';
import { CodeLine } from './Bar';
import type { LogEntry } from './log';
import type { TableStore } from './store';

export function Rail({ store }: { store: TableStore }) {
  const { page } = store;
  const watching = store.watching.value;
  const friends = store.crowd.friends.value;
  return (
    <section class="rail paper" aria-label={words.details()}>
      <section>
        <div class="who">
          <Ridge name={page.player.name} size="large" />
          <div>
            <b>{page.player.name}</b>
            <div class="quiet small">{words.subtitle(page.ranked, page.day, store.audience.value)}</div>
          </div>
        </div>
        {page.code && <CodeLine code={page.code} />}
      </section>
      <Moves store={store} />
      <section>
        <h2>
          <span>{words.watchingTitle()}</span>
          <span>{watching}</span>
        </h2>
        <p class="quiet small">{watching ? words.watchers(watching) : words.nobody()}</p>
        {friends.length > 0 && <p class="small">{friendsWatch(friends)}</p>}
      </section>
    </section>
  );
}

/** Height of a row of the list, as in moves.css. */
const ROW = 30;

function Moves({ store }: { store: TableStore }) {
  const entries = store.log.value;
  const total = store.seen.value?.moves ?? store.locked.value?.progress.moves ?? 0;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: entries.length * ROW });
  }, [entries]);
  // Moves before this browser came, or that it has not kept.
  const unseen = Math.max(
    0,
    (store.session.value?.confirmed.moves ?? 0) - entries.filter(({ move }) => move !== null).length,
  );
  return (
    <section class="moves">
      <h2>
        <span>{words.moves()}</span>
        <span>{total}</span>
      </h2>
      {total === 0 && !entries.length && !store.clock.running && <p class="quiet empty">{words.clockStarts()}</p>}
      {/* A list that scrolls has to be reached by keyboard. */}
      <ol ref={list} tabIndex={entries.length ? 0 : -1} aria-label={words.moves()}>
        {unseen > 0 && (
          <li class="earlier">
            <i />
            <span>{words.earlier(unseen)}</span>
          </li>
        )}
        {entries.map((entry) => (
          <MoveRow entry={entry} key={entry.seq} />
        ))}
      </ol>
    </section>
  );
}

function MoveRow({ entry }: { entry: LogEntry }) {
  return (
    <li>
      <i>{entry.move ?? ''}</i>
      <MoveWords entry={entry} />
      <time>{clock(entry.ms)}</time>
    </li>
  );
}

/** A move in a list: its cards, and what it was where it was no plain removal. */
export function MoveWords({ entry }: { entry: LogEntry }) {
  const verbs = {
    draw: words.draw,
    recycle: words.recycle,
    undo: words.undone,
    pause: words.paused,
    goOn: words.resumed,
    end: words.ended,
  };
  const verb = entry.kind in verbs ? verbs[entry.kind as keyof typeof verbs]() : '';
  return (
    <span>
      {verb}
      {entry.cards.map((card, at) => (
        <>
          {at > 0 && '+'}
          <CardWord card={card} key={card} />
        </>
      ))}
      {entry.peak && <span class="gain">{words.peakGain(entry.peak.bonus)}</span>}
    </span>
  );
}

function CardWord({ card }: { card: string }) {
  return (
    <span class="mc" data-suit={suit(card)}>
      {words.shortRank(card)}
      {suit(card) !== 'joker' && <Use id={`s-${suit(card)}`} class="" />}
    </span>
  );
}
