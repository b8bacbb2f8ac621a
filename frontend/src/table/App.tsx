/** The whole table. */
import { useSignal } from '@preact/signals';
import { Icon } from '../board/Icon';
import { Locked } from '../board/Locked';
import { gameName } from '../messages/cards';
import { closed as closedWords } from '../messages/refusals';
import { headline, home } from '../messages/result';
import { connecting, paused } from '../messages/table';
import { Signs } from '../watch/Spectator';
import { Bar } from './Bar';
import { Board } from './Board';
import { Cover } from './Cover';
import { Dawn } from './Dawn';
import { Guide, guided } from './Guide';
import { Info } from './Info';
import { onBoardKey } from './keys';
import { Menu, type MenuPage } from './Menu';
import { LiveRegions, Message } from './Message';
import { NoPiles, Piles } from './Piles';
import { Rail } from './Rail';
import { Sheet } from './Sheet';
import type { TableStore } from './store';
import { Tools } from './Tools';

export function App({ store }: { store: TableStore }) {
  const open = useSignal<MenuPage | null>(null);
  const { page } = store;
  const seen = store.seen.value;
  const progress = store.locked.value?.progress;
  const closed = !seen && !progress && typeof store.line.value === 'object';
  const onKey = (event: KeyboardEvent) =>
    onBoardKey(event, store, (target) => {
      open.value = target;
    });
  const openMenu = () => {
    open.value = 'main';
  };
  const over = seen?.over ?? false;
  const won = over && seen?.outcome === 'won';
  const classes = [
    'tbl',
    'felt',
    page.game,
    over && 'over',
    won && 'won',
    !store.player.value && 'watched',
    guided.value && 'guided',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <main class={classes}>
      <Bar store={store} openMenu={over ? openMenu : null} />
      {!closed && (
        <Info store={store} score={seen?.score ?? progress?.score ?? 0} moves={seen?.moves ?? progress?.moves ?? 0} />
      )}
      {seen ? (
        won ? (
          <Dawn seen={seen} />
        ) : (
          <Board store={store} seen={seen} onKey={onKey} />
        )
      ) : progress ? (
        <div class="field">
          <Locked progress={progress} title={gameName(page.game)} state={lockedState(store)} />
        </div>
      ) : (
        <Waiting store={store} />
      )}
      {guided.value && seen && !over && <Guide store={store} seen={seen} />}
      {!closed && <Message store={store} seen={seen} />}
      <div class="zone">
        <Tools store={store} seen={seen} openMenu={openMenu} />
        {seen ? <Piles store={store} seen={seen} onKey={onKey} /> : !progress && !closed && <NoPiles />}
      </div>
      {over && seen && <Sheet store={store} seen={seen} />}
      <Signs store={store} />
      {!closed && <Rail store={store} />}
      <LiveRegions store={store} />
      <Menu store={store} open={open} />
      {/* After the menu: closing that must not take the focus from here. */}
      {seen?.paused && <Cover store={store} />}
    </main>
  );
}

function lockedState({ page, locked }: TableStore): string | null {
  if (!locked.value) return null;
  const { progress, running } = locked.value;
  if (progress.outcome && progress.over) return headline(page.game, progress.outcome);
  return !running && progress.moves > 0 ? paused() : null;
}

/** Before the cards come, or when they may not. */
function Waiting({ store }: { store: TableStore }) {
  const line = store.line.value;
  const code = typeof line === 'object' ? line.closed : null;
  return (
    <div class="closed" role="status">
      {code === null ? (
        <p class="quiet-on-felt">{line === 'connecting' ? connecting() : ''}</p>
      ) : (
        <>
          <Icon name={code === 4403 ? 'lock' : 'stop'} />
          <p>{closedWords(code)}</p>
          <a class="btn" href={store.page.urls.home ?? '/'}>
            {home()}
          </a>
        </>
      )}
    </div>
  );
}
