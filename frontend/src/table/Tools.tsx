/** The buttons under the thumb. */
import { Icon } from '../board/Icon';
import type { Seen } from '../game/seen';
import * as words from '../messages/table';
import { SpectatorTools } from '../watch/Spectator';
import type { TableStore } from './store';

export function Tools({ store, seen, openMenu }: { store: TableStore; seen: Seen | null; openMenu: () => void }) {
  const canUndo = seen !== null && seen.undoable > 0 && store.line.value === 'open';
  const called = canUndo && (seen.outcome === 'stuck' || store.advice.lost.value);
  return (
    <section class="tools" aria-label={words.controls()}>
      <button type="button" class="tool" aria-haspopup="dialog" onClick={openMenu}>
        <Icon name="menu" />
        <span>{words.menu()}</span>
      </button>
      {store.player.value && (
        <>
          {!store.page.ranked && (
            <button type="button" class="tool" aria-disabled={seen?.paused ?? true} onClick={() => store.advice.hint()}>
              <Icon name="hint" />
              <span>{words.hint()}</span>
            </button>
          )}
          <button
            type="button"
            class={called ? 'tool call' : 'tool'}
            aria-disabled={!canUndo}
            onClick={() => store.undo()}
          >
            <Icon name="undo" />
            <span>{words.undo()}</span>
          </button>
        </>
      )}
      <SpectatorTools store={store} />
    </section>
  );
}
