/** The replay: the board with its controls, and the list of moves. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../board/Icon';
import { MiniBoard } from '../board/MiniBoard';
import { Peaks } from '../board/Peaks';
import { variantOf } from '../game/variant';
import * as words from '../messages/replay';
import { spokenBoard } from '../messages/speech';
import { moves as movesWord, score as scoreWord, time as timeWord } from '../messages/table';
import { clock } from '../messages/words';
import { MoveWords } from '../table/Rail';
import { type Mark, peaksOf } from './game';
import { SPEEDS } from './player';
import type { ReplayStore } from './store';

export function Replay({ store }: { store: ReplayStore }) {
  const seen = store.seen.value;
  const at = store.player.at.value;
  useKeys(store);
  return (
    <>
      <dl class="replay__figures">
        <Figure name={scoreWord()} value={seen.score} />
        <Figure name={timeWord()} value={clock(store.game.steps[at - 1]?.entry.ms ?? 0)} />
        <Figure name={movesWord()} value={seen.moves} />
      </dl>
      <p class="replay__peaks">
        {seen.game === 'tripeaks' && <Peaks left={peaksOf(seen)} bonus={variantOf(seen).streakScoring ? null : 100} />}
      </p>
      <div class="mini">
        <MiniBoard view={{ ...seen, tableau: [...seen.tableau], waste: [...seen.waste] }} piles />
        <div class="vh">
          {spokenBoard(seen).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <Controls store={store} />
    </>
  );
}

/** The arrows step wherever the focus is, except where they have a meaning already; from the first moment there is something to see. */
function useKeys(store: ReplayStore): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const element = event.target instanceof Element ? event.target : document.body;
      if (element.closest('input, select, textarea, dialog, summary, .menu')) return;
      if (event.key === ' ' && element.closest('button, a')) return;
      if (store.press(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Controls({ store }: { store: ReplayStore }) {
  const { player } = store;
  const at = player.at.value;
  const playing = player.playing.value;
  return (
    <section class="replay__controls" aria-label={words.controls()}>
      <p class="replay__say" aria-live={playing ? 'off' : 'polite'}>
        <b>
          {at}/{player.last}
        </b>{' '}
        <span>{store.said.value}</span>
      </p>
      <Scrubber store={store} />
      <div class="replay__buttons">
        <Step icon="first" text={words.first()} off={at === 0} press={() => player.step(-player.last)} />
        <Step icon="back" text={words.before()} off={at === 0} press={() => player.step(-1)} />
        <button
          type="button"
          class="btn primary"
          aria-label={playing ? words.pause() : words.play()}
          onClick={() => player.toggle()}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <Step icon="next" text={words.next()} off={at === player.last} press={() => player.step(1)} />
        <Step icon="last" text={words.last()} off={at === player.last} press={() => player.step(player.last)} />
      </div>
      <fieldset class="replay__speed" aria-label={words.speed()}>
        {SPEEDS.map((speed) => (
          <button
            type="button"
            key={speed}
            aria-pressed={player.speed.value === speed}
            onClick={() => player.hasten(speed)}
          >
            {words.times(speed)}
          </button>
        ))}
      </fieldset>
      <From store={store} />
    </section>
  );
}

function Step({ icon, text, off, press }: { icon: string; text: string; off: boolean; press: () => void }) {
  return (
    <button type="button" class="btn" aria-label={text} aria-disabled={off} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}

function Scrubber({ store }: { store: ReplayStore }) {
  const { player } = store;
  return (
    <div class="scrub">
      <input
        type="range"
        min={0}
        max={player.last}
        value={player.at.value}
        aria-label={words.scrubber()}
        aria-valuetext={`${player.at.value}/${player.last}: ${store.said.value}`}
        onInput={(event) => player.step(Number(event.currentTarget.value) - player.at.value)}
        onKeyDown={(event) => {
          // The rest of the keys are a scrubber's own.
          if (event.key === ' ' && store.press(' ')) event.preventDefault();
        }}
      />
      <div class="scrub__marks" aria-hidden="true">
        {store.marks.value.map(({ seq, mark }) => (
          <i class={mark} style={{ '--at': seq / player.last }} key={seq}>
            {mark !== 'undo' && <MarkSign mark={mark} />}
          </i>
        ))}
      </div>
    </div>
  );
}

function MarkSign({ mark }: { mark: Mark }) {
  return <Icon name={{ peak: 'peaks', undo: 'undo', lost: 'flag' }[mark]} />;
}

function From({ store }: { store: ReplayStore }) {
  const address = store.from;
  return (
    <form method="post" action={address ?? ''}>
      <input type="hidden" name="csrfmiddlewaretoken" value={store.page.csrf} />
      <button type="submit" class="btn" disabled={address === null} title={words.isPractice()}>
        <Icon name="again" />
        {words.playFrom()}
      </button>
    </form>
  );
}

/** What the analysis says, where there is one. */
function Analysed({ store }: { store: ReplayStore }) {
  const { winnable, lost_at: lost } = store.analysis.value;
  if (winnable !== false && lost === null) return null;
  return (
    <p class="replay__found">
      {winnable === false && words.neverWinnable()}
      {lost !== null && (
        <button type="button" class="textbutton" onClick={() => store.player.step(lost - store.player.at.value)}>
          <Icon name="flag" />
          {words.lostAt(lost)}
        </button>
      )}
    </p>
  );
}

export function Moves({ store }: { store: ReplayStore }) {
  const { steps } = store.game;
  const at = store.player.at.value;
  const marks = new Map(store.marks.value.map(({ seq, mark }) => [seq, mark]));
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !row) return;
    // Only the list itself scrolls, never the page.
    const top = row.offsetTop - list.current.clientHeight / 2;
    list.current.scrollTo({ top });
  });
  return (
    <>
      <h2>{words.moves()}</h2>
      <ol ref={list}>
        {steps.map(({ entry, took }) => {
          const { seq } = entry;
          const mark = marks.get(seq);
          return (
            <li key={seq}>
              <button
                type="button"
                aria-current={seq === at ? 'step' : undefined}
                onClick={() => store.player.step(seq - store.player.at.value)}
              >
                <i>{entry.move ?? ''}</i>
                <MoveWords entry={entry} />
                {mark === 'lost' && (
                  <span class="lost">
                    <MarkSign mark="lost" />
                    {words.mark('lost')}
                  </span>
                )}
                {took > 0 && <time>{words.took(took)}</time>}
              </button>
            </li>
          );
        })}
      </ol>
      <Analysed store={store} />
      <p class="quiet small replay__keys">{words.keys()}</p>
    </>
  );
}
