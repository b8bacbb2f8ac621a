/** The end of a game: what came out, and where to go from here. It hides nothing: the board or the dawn stays above it. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Figures, Icon } from '../board/Icon';
import { PLACES } from '../game/layout';
import type { Seen } from '../game/seen';
import * as words from '../messages/result';
import { copied, moves as movesWord, time as timeWord } from '../messages/table';
import { clock } from '../messages/words';
import { copy, hasNewGame, openNewGame, type Page } from '../page';
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
  const below = won ? words.manner(store.undos) : words.cleared(PLACES - left);
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
      <dl class="sheet__facts">
        <Fact name={timeWord()} value={clock(store.clock.shown.value)} />
        <Fact name={movesWord()} value={seen.moves} />
        {won ? <Fact name={words.undos()} value={store.undos} /> : <Fact name={words.cards()} value={left} />}
      </dl>
      <Actions page={page} seen={seen} store={store} />
    </section>
  );
}

function Fact({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const COUNTS = ['none', 'one', 'two', 'three', 'four', 'five'];

function Actions({ page, seen, store }: { page: Page; seen: Seen; store: TableStore }) {
  const { urls } = page;
  const own = store.player.value;
  const keepResult = own && page.player.guest && urls.signup;
  const fresh = own && hasNewGame(page);
  const lead = keepResult ? 'keep' : own && urls.next ? 'next' : fresh ? 'new' : 'home';
  const buttons = [
    keepResult && <Link key="keep" href={keepResult} icon="user" text={words.signUp()} lead />,
    own && urls.next && (
      <Link key="next" href={urls.next} icon="play" text={words.next(seen.game)} lead={lead === 'next'} />
    ),
    fresh && <NewGame key="new" page={page} lead={lead === 'new'} />,
    lead === 'home' && <Link key="home" href={urls.home ?? '/'} icon="sun" text={words.home()} lead />,
    urls.again && <Again key="again" page={page} text={own ? words.again() : words.playThis()} />,
    urls.leaderboard && <Link key="board" href={urls.leaderboard} icon="bars" text={words.leaderboard()} />,
    own && <Share key="share" page={page} seen={seen} store={store} />,
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

function NewGame({ page, lead }: { page: Page; lead: boolean }) {
  return (
    <button type="button" class={lead ? 'btn primary big' : 'btn'} onClick={() => openNewGame(page)}>
      {!lead && <Icon name="plus" />}
      {words.newGame()}
    </button>
  );
}

function Again({ page, text }: { page: Page; text: string }) {
  return (
    <form method="post" action={page.urls.again ?? ''}>
      <input type="hidden" name="csrfmiddlewaretoken" value={page.csrf} />
      <button type="submit" class="btn">
        <Icon name="again" />
        {text}
      </button>
    </form>
  );
}

function Share({ page, seen, store }: { page: Page; seen: Seen; store: TableStore }) {
  const done = useSignal(false);
  const press = async () => {
    const text = words.shareText({
      title: page.title,
      score: seen.score,
      time: clock(store.clock.now),
      moves: seen.moves,
      won: seen.outcome === 'won',
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
