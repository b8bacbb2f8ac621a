/** The end of a game: what came out, and where to go from here. It hides nothing: the board or the dawn stays above it. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Figures, Icon } from '../board/Icon';
import { PLACES } from '../game/layout';
import type { Seen } from '../game/seen';
import { place as placeWords } from '../messages/days';
import * as words from '../messages/result';
import { copied, moves as movesWord, time as timeWord } from '../messages/table';
import { clock } from '../messages/words';
import { type Analysis, copy, hasNewGame, openNewGame, type Page, type Result } from '../page';
import { Aftermath, type Told } from './aftermath';
import { deed } from './news';
import type { TableStore } from './store';

export function Sheet({ store, seen }: { store: TableStore; seen: Seen }) {
  const { page } = store;
  const outcome = seen.outcome ?? 'resigned';
  const won = outcome === 'won';
  const left = seen.tableau.filter((card) => card !== null).length;
  const own = store.player.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The last card had the focus and is gone: go on from here.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  // A won game answers by itself whether it could be won.
  const { urls } = page;
  const after = useMemo(() => new Aftermath(urls.result, won ? null : urls.analysis), [urls, won]);
  const result = after.result.value;
  const analysed = !won && Boolean(urls.analysis);
  const below = won ? words.manner(seen.undos) : words.cleared(PLACES - left);
  return (
    <section class="sheet paper" aria-label={words.title()}>
      <div class="sheet__top">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {words.headline(seen.game, outcome)}
          </h2>
          <p class="quiet">{own ? below : words.ofPlayer(page.player.name, below)}</p>
        </div>
        <Figures value={seen.score} />
      </div>
      <div class="sheet__told" aria-live="polite" style={{ '--lines': Number(page.ranked) + Number(analysed) }}>
        {page.ranked && <Line told={result} show={standing} />}
        {analysed && <Line told={after.analysis.value} show={(analysis) => verdict(analysis, store, seen)} />}
      </div>
      <dl class="sheet__facts">
        <Fact name={timeWord()} value={clock(store.clock.shown.value)} />
        <Fact name={movesWord()} value={seen.moves} />
        {/* Only the deal of a day has a best. */}
        {(page.day && par(result, seen)) ||
          (won ? <Fact name={words.undos()} value={seen.undos} /> : <Fact name={words.cards()} value={left} />)}
      </dl>
      <Actions page={page} seen={seen} store={store} result={result} />
    </section>
  );
}

/** Keeps its place until its words come; when they do not, it stays empty. */
function Line<T extends object>({ told, show }: { told: Told<T>; show: (told: T) => VNode | string }) {
  if (told === 'coming') return <p class="coming">…</p>;
  return <p>{told !== 'failed' && show(told)}</p>;
}

function standing({ rank, of, percentile }: Result): VNode | string {
  if (rank === null || of === null) return words.noPlace();
  const among = rank === 1 ? words.first() : percentile !== null && percentile >= 1 && words.ahead(percentile);
  return (
    <>
      <b>{placeWords(rank, of)}</b>
      {among && <span class="quiet">{`, ${among}`}</span>}
    </>
  );
}

function verdict({ winnable, lost_at: seq }: Analysis, store: TableStore, seen: Seen): string {
  if (winnable === null) return words.notKnown();
  if (!winnable) return words.couldNotBeWon();
  if (seq === null) return words.couldStillBeWon();
  const entry = store.log.value.find((one) => one.seq === seq);
  return entry?.move ? words.lostAt(entry.move, deed(entry, seen)) : words.couldBeWon();
}

function par(result: Told<Result>, seen: Seen): VNode | null {
  if (result === 'coming') {
    return <Fact name={seen.game === 'tripeaks' ? words.bestScore() : words.fewest()} value="…" coming />;
  }
  if (result === 'failed' || !result.par) return null;
  if ('score' in result.par) return <Fact name={words.bestScore()} value={result.par.score} />;
  const { moves, exact } = result.par;
  return <Fact name={exact ? words.fewest() : words.fewestKnown()} value={moves} />;
}

function Fact({ name, value, coming = false }: { name: string; value: number | string; coming?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={coming ? 'coming' : undefined}>{value}</dd>
    </div>
  );
}

interface ActionsProps {
  page: Page;
  seen: Seen;
  store: TableStore;
  result: Told<Result>;
}

const COUNTS = ['none', 'one', 'two', 'three', 'four', 'five'];

function Actions({ page, seen, store, result }: ActionsProps) {
  const { urls, csrf } = page;
  const own = store.player.value;
  const keepResult = own && page.player.guest && urls.signup;
  const next = own && urls.next;
  const fresh = own && !next && hasNewGame(page);
  const lead = keepResult ? 'keep' : next ? 'next' : fresh ? 'new' : 'home';
  const buttons = [
    keepResult && <Link key="keep" href={keepResult} icon="user" text={words.signUp()} lead />,
    next && <Post key="next" to={next} csrf={csrf} icon="play" text={words.next(seen.game)} lead={lead === 'next'} />,
    fresh && <NewGame key="new" page={page} lead={lead === 'new'} />,
    lead === 'home' && <Link key="home" href={urls.home ?? '/'} icon="sun" text={words.home()} lead />,
    urls.replay && <Link key="replay" href={urls.replay} icon="replay" text={words.replay()} />,
    urls.again && (
      <Post key="again" to={urls.again} csrf={csrf} icon="again" text={own ? words.again() : words.playThis()} />
    ),
    urls.leaderboard && <Link key="board" href={urls.leaderboard} icon="bars" text={words.leaderboard()} />,
    own && <Share key="share" page={page} seen={seen} store={store} result={result} />,
  ].filter(Boolean);
  return <div class={`sheet__acts ${COUNTS[buttons.length - 1]}`}>{buttons}</div>;
}

interface ButtonProps {
  text: string;
  icon: string;
  lead?: boolean;
}

function Link({ href, icon, text, lead = false }: ButtonProps & { href: string }) {
  return (
    <a class={lead ? 'btn primary big' : 'btn'} href={href}>
      {!lead && <Icon name={icon} />}
      {text}
    </a>
  );
}

function Post({ to, csrf, icon, text, lead = false }: ButtonProps & { to: string; csrf: string }) {
  return (
    <form method="post" action={to}>
      <input type="hidden" name="csrfmiddlewaretoken" value={csrf} />
      <button type="submit" class={lead ? 'btn primary big' : 'btn'}>
        {!lead && <Icon name={icon} />}
        {text}
      </button>
    </form>
  );
}

function NewGame({ page, lead }: { page: Page; lead: boolean }) {
  return (
    <button type="button" class={lead ? 'btn primary big' : 'btn'} onClick={() => openNewGame(page)}>
      {!lead && <Icon name="plus" />}
      {words.newGame()}
    </button>
  );
}

function Share({ page, seen, store, result }: ActionsProps) {
  const done = useSignal(false);
  const press = async () => {
    const { rank = null, of = null } = typeof result === 'object' ? result : {};
    const text = words.shareText({
      title: page.title,
      score: seen.score,
      time: clock(store.clock.now),
      moves: seen.moves,
      won: seen.outcome === 'won',
      place: rank === null || of === null ? null : placeWords(rank, of),
    });
    const url = new URL(page.urls.home ?? '/', location.href).href;
    if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
      // Closing the device's own dialog is no fault.
      await navigator.share({ text, url }).catch(() => undefined);
    } else {
      done.value = await copy(`${text}\n${url}`);
    }
  };
  return (
    <button type="button" class="btn" onClick={press}>
      <Icon name={done.value ? 'check' : 'share'} />
      {done.value ? copied() : words.share()}
    </button>
  );
}
