/** Over the board of a paused game. */
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../board/Icon';
import * as words from '../messages/table';
import { settings } from '../settings';
import { focusOnBoard } from './flight';
import type { TableStore } from './store';

export function Cover({ store }: { store: TableStore }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    return focusOnBoard;
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'p' && settings.value.singleKeys) store.resume();
  };
  return (
    <section class="cover" aria-label={words.paused()}>
      <h2>{words.paused()}</h2>
      {store.player.value && (
        <>
          <p>{words.pausedNote()}</p>
          <button type="button" ref={button} class="btn primary big" onClick={() => store.resume()} onKeyDown={onKey}>
            <Icon name="play" />
            {words.resume()}
          </button>
        </>
      )}
    </section>
  );
}
