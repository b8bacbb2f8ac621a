/** The pages of the menu that tell something. */
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
      {words.keyList(store.page.game).map(([key, meaning]) => (
        <>
          <dt key={key}>{key}</dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  );
}
