/** The line above the board: the way out, the game and its rule, its code, who watches. */
import { useSignal } from '@preact/signals';
import { Icon } from '../board/Icon';
import * as words from '../messages/table';
import { copy, type Page } from '../page';
import type { TableStore } from './store';

/** `openMenu` is given when there is no other way to the menu. */
export function Bar({ store, openMenu }: { store: TableStore; openMenu: (() => void) | null }) {
  const { page } = store;
  const watching = store.watching.value;
  return (
    <header class="bar">
      <a class="sq" href={page.urls.home ?? '/'} aria-label={words.back()}>
        <Icon name="back" />
      </a>
      <div class="bar__title">
        <h1>
          <span>{page.title}</span>
          {watching > 0 && (
            <span class="inl" role="img" aria-label={words.watchers(watching)}>
              <Icon name="eye" />
              {watching}
            </span>
          )}
        </h1>
        <p title={page.ruleName}>{page.ruleName}</p>
      </div>
      {page.code && <CodeChip page={page} code={page.code} store={store} />}
      <span class="grow" />
      {watching > 0 && (
        <span class="chip watch" role="img" aria-label={words.watchers(watching)}>
          <Icon name="eye" />
          {watching}
        </span>
      )}
      {openMenu && (
        <button type="button" class="sq" aria-haspopup="dialog" aria-label={words.menu()} onClick={openMenu}>
          <Icon name="menu" />
        </button>
      )}
    </header>
  );
}

function CodeChip({ code, store }: { page: Page; code: string; store: TableStore }) {
  const press = async () => {
    if (await copy(code)) store.notes.both('say', words.copied());
  };
  return (
    <button type="button" class="code" aria-label={words.copyCode(code)} onClick={press}>
      <span>
        {code}
        <Icon name="copy" />
      </span>
    </button>
  );
}

/** The code with a button that says so, for the rail. */
export function CodeLine({ code }: { code: string }) {
  const done = useSignal(false);
  const press = async () => {
    done.value = await copy(code);
    setTimeout(() => {
      done.value = false;
    }, 2_000);
  };
  return (
    <div class="codeline">
      <span class="code">{code}</span>
      <button type="button" class="btn sm" onClick={press}>
        <Icon name={done.value ? 'check' : 'copy'} />
        {done.value ? words.copied() : words.copyCodeShort()}
      </button>
    </div>
  );
}
