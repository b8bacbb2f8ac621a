/** The one line that says what happened; and the live regions that speak it. */
import { Icon } from '../board/Icon';
import type { Seen } from '../game/seen';
import * as words from '../messages/table';
import { hasNewGame, openNewGame } from '../page';
import { Reviewing } from '../watch/Spectator';
import type { TableStore } from './store';

/** Words past this length are set smaller, so that two lines fit. */
const LONG = 38;

export function Message({ store, seen }: { store: TableStore; seen: Seen | null }) {
  return (
    <div class="msg">
      {store.review.at.value === null ? <Line store={store} seen={seen} /> : <Reviewing store={store} />}
    </div>
  );
}

function Line({ store, seen }: { store: TableStore; seen: Seen | null }) {
  const line = store.line.value;
  const { kind, text, serial } = store.notes.shown.value;
  if (line === 'lost' || line === 'offline') {
    return (
      <p class="say" role="status">
        <Icon name="offline" />
        <span>{line === 'lost' ? words.reconnecting() : words.offline()}</span>
      </p>
    );
  }
  if (seen?.outcome === 'stuck' && !seen.over) return <Stuck store={store} />;
  if (!text) return null;
  return (
    <p key={serial} class={`${kind} ${text.length > LONG ? 'long' : ''}`}>
      {kind === 'no' && <Icon name="stop" />}
      <span>{text}</span>
    </p>
  );
}

function Stuck({ store }: { store: TableStore }) {
  const { page } = store;
  return (
    <div class="stuck">
      <p class="no">
        <Icon name="stop" />
        <span>{words.stuck()}</span>
      </p>
      {store.player.value &&
        (page.ranked ? (
          <button type="button" class="btn" onClick={() => store.end()}>
            {words.finish()}
          </button>
        ) : (
          hasNewGame(page) && (
            <button type="button" class="btn" onClick={() => openNewGame(page)}>
              {words.newGame()}
            </button>
          )
        ))}
    </div>
  );
}

export function LiveRegions({ store }: { store: TableStore }) {
  const { text, serial } = store.notes.spoken.value;
  return (
    <>
      <div class="vh" role="status" aria-live="polite">
        <span key={serial}>{text}</span>
      </div>
      <div class="vh" role="alert" aria-live="assertive">
        {store.notes.alarm.value}
      </div>
    </>
  );
}
