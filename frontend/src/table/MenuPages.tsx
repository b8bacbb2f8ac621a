/** The pages of the menu that ask or tell something. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { printAction } from '../game/action';
import { legalActions } from '../game/legal';
import * as words from '../messages/menu';
import { spokenBoard } from '../messages/speech';
import { legal } from '../messages/table';
import { placeName } from './labels';
import type { MenuProps } from './Menu';
import type { TableStore } from './store';

export function EndPage({ store, open }: MenuProps) {
  const close = () => {
    open.value = null;
  };
  const end = () => {
    store.end();
    close();
  };
  return (
    <>
      <p>{store.page.ranked ? words.endRanked() : words.endCasual()}</p>
      <div class="menu__acts">
        <button type="button" class="btn" onClick={close}>
          {words.endNo()}
        </button>
        <button type="button" class="btn danger" onClick={end}>
          {words.endYes()}
        </button>
      </div>
    </>
  );
}

/** Ends the game, and deals its cards again once the end is stored. */
export function RestartPage({ store, open }: MenuProps) {
  const { urls, csrf } = store.page;
  const form = useRef<HTMLFormElement>(null);
  const asked = useSignal(false);
  const over = store.session.value?.confirmed.over ?? false;
  useEffect(() => {
    if (asked.value && over) form.current?.submit();
  }, [asked.value, over]);
  const close = () => {
    open.value = null;
  };
  const restart = () => {
    asked.value = true;
    store.end();
  };
  return (
    <form method="post" action={urls.again ?? ''} ref={form}>
      <input type="hidden" name="csrfmiddlewaretoken" value={csrf} />
      <p>{words.restartText()}</p>
      <div class="menu__acts">
        <button type="button" class="btn" onClick={close}>
          {words.endNo()}
        </button>
        <button type="button" class="btn danger" onClick={restart}>
          {words.restartYes()}
        </button>
      </div>
    </form>
  );
}

export function ReadPage({ store }: { store: TableStore }) {
  const seen = store.seen.value;
  return <ul class="text">{seen && spokenBoard(seen).map((line) => <li key={line}>{line}</li>)}</ul>;
}

export function MovesPage({ store }: { store: TableStore }) {
  const seen = store.seen.value;
  const actions = seen ? legalActions(seen) : [];
  if (!seen || !actions.length) return <p>{words.noMoves()}</p>;
  return (
    <ul class="text">
      {actions.map((action) => (
        <li key={printAction(action)}>{legal(action, placeName(seen))}</li>
      ))}
    </ul>
  );
}

export function KeysPage({ store }: { store: TableStore }) {
  return (
    <dl class="keys">
      {words.keyList(store.page.game, store.page.ranked).map(([key, meaning]) => (
        <>
          <dt key={key}>{key}</dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  );
}
