/** The menu, a dialog of a few pages. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../board/Icon';
import * as words from '../messages/menu';
import { MainPage } from './MenuMain';
import { EndPage, KeysPage, MovesPage, ReadPage, RestartPage } from './MenuPages';
import type { TableStore } from './store';

export type MenuPage = 'main' | 'end' | 'restart' | 'read' | 'moves' | 'keys';

const TITLES: Record<MenuPage, () => string> = {
  main: words.title,
  end: words.endTitle,
  restart: words.restartTitle,
  read: words.readTable,
  moves: words.availableMoves,
  keys: words.keys,
};

export interface MenuProps {
  store: TableStore;
  /** The page that is open, or null. */
  open: Signal<MenuPage | null>;
}

export function Menu({ store, open }: MenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const page = open.value;
  useEffect(() => {
    if (page && !dialog.current?.open) dialog.current?.showModal();
    if (!page) dialog.current?.close();
    // A new page is read from its heading on.
    if (page) heading.current?.focus();
  }, [page]);
  const close = () => {
    open.value = null;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      class="dialog menu paper"
      aria-labelledby="menu-title"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {page && (
        <>
          <div class="menu__head">
            {page !== 'main' && (
              <button type="button" class="sq" aria-label={words.back()} onClick={() => (open.value = 'main')}>
                <Icon name="back" />
              </button>
            )}
            <h2 id="menu-title" tabIndex={-1} ref={heading}>
              {TITLES[page]()}
            </h2>
            <button type="button" class="sq" aria-label={words.close()} onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          <div class="menu__body">
            {page === 'main' && <MainPage store={store} open={open} />}
            {page === 'end' && <EndPage store={store} open={open} />}
            {page === 'restart' && <RestartPage store={store} open={open} />}
            {page === 'read' && <ReadPage store={store} />}
            {page === 'moves' && <MovesPage store={store} />}
            {page === 'keys' && <KeysPage store={store} />}
          </div>
        </>
      )}
    </dialog>
  );
}
