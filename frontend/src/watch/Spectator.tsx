/** For those who watch: stepping back, jumping to live, and six signs; and the signs as they come, for everybody. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../board/Icon';
import * as words from '../messages/crowd';
import type { TableStore } from '../table/store';
import { SIGNS } from './crowd';

export function SpectatorTools({ store }: { store: TableStore }) {
  const { review } = store;
  const session = store.session.value;
  if (store.player.value || !session) return null;
  return (
    <>
      {review.possible && (
        <button
          type="button"
          class="tool"
          aria-disabled={review.at.value === 0 || session.seq === 0}
          onClick={() => review.step(-1, session)}
        >
          <Icon name="back" />
          <span>{words.back()}</span>
        </button>
      )}
      {store.page.reactions && <React store={store} />}
    </>
  );
}

function React({ store }: { store: TableStore }) {
  const open = useSignal(false);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const inside = event.target instanceof Node && around.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside) open.value = false;
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);
  return (
    <div class="react" ref={around}>
      <button
        type="button"
        class="tool"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <Icon name="heart" />
        <span>{words.react()}</span>
      </button>
      {open.value && (
        <fieldset class="react__list" aria-label={words.react()}>
          {SIGNS.map((sign) => (
            <button type="button" key={sign} onClick={() => store.react(sign)} title={words.signName(sign)}>
              <Icon name={sign} />
              <span class="vh">{words.signName(sign)}</span>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Instead of the message line, while an earlier position is looked at. */
export function Reviewing({ store }: { store: TableStore }) {
  const at = store.review.at.value;
  const session = store.session.value;
  if (at === null || !session) return null;
  return (
    <div class="stuck reviewing">
      <p class="say">{words.step(at, session.seq)}</p>
      <button type="button" class="btn step" aria-label={words.stepOn()} onClick={() => store.review.step(1, session)}>
        <Icon name="next" />
      </button>
      <button type="button" class="btn" onClick={() => store.review.live()}>
        <span class="livedot" aria-hidden="true" />
        {words.jumpToLive()}
      </button>
    </div>
  );
}

export function Signs({ store }: { store: TableStore }) {
  return (
    <ul class="signs" aria-live="polite">
      {store.crowd.signs.value.map(({ serial, sign, by, times }) => (
        <li key={serial}>
          <Icon name={sign} />
          {words.signSaid(sign, by, times)}
        </li>
      ))}
    </ul>
  );
}
