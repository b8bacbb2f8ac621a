/** The one line that says what happened; and the live regions that speak it. */
import { Icon } from '../board/Icon';
import type { Seen } from '../game/seen';
import * as words from '../messages/table';
import { hasNewGame, openNewGame } from '../page';
import { Reviewing } from '../watch/Spectator';
import { focusOnBoard } from './flight';
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
  if (line === 'lost' || line === 'offline') {
    return (
      <p class="say" role="status">
        <Icon name="offline" />
        <span>
          {line === 'lost' ? words.reconnecting() : store.clock.running ? words.offlineRuns() : words.offline()}
        </span>
      </p>
    );
  }
  if (seen?.outcome === 'stuck' && !seen.over) return <Stuck store={store} />;
  const redo = seen && !seen.over && !seen.paused && store.redoable.value.length > 0;
  return (
    <div class="line">
      <Words store={store} />
      {redo && store.player.value && <Redo store={store} />}
    </div>
  );
}

function Words({ store }: { store: TableStore }) {
  const { kind, text, serial } = store.notes.shown.value;
  // A game that is lost stays so, while news come and go: only what answers the last tap is said first.
  const answers = kind === 'no' || store.selected.value !== null || store.advice.hinted.value.length > 0;
  if (store.advice.lost.value && !answers) {
    return (
      <p class="say">
        <Icon name="flag" />
        <span>{words.lost()}</span>
      </p>
    );
  }
  if (!text) return null;
  return (
    <p key={serial} class={`${kind} ${text.length > LONG ? 'long' : ''}`}>
      {kind === 'no' && <Icon name="stop" />}
      <span>{text}</span>
    </p>
  );
}

function Redo({ store }: { store: TableStore }) {
  const press = () => {
    store.redo();
    // Gone with the last action there is to redo, and the focus with it: go on from the board.
    if (!store.redoable.value.length) focusOnBoard();
  };
  return (
    <button type="button" class="btn" onClick={press}>
      <Icon name="redo" />
      {words.redo()}
    </button>
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
