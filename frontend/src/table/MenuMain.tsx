/** The first page of the menu: what can be done with the game, and how the table looks and acts. */
import { useSignal } from '@preact/signals';
import { Icon } from '../board/Icon';
import { byLink } from '../messages/crowd';
import * as words from '../messages/menu';
import { copied, notSaved, resume, watchSaved } from '../messages/table';
import { type Audience, copy, hasNewGame, openNewGame, saveAudience } from '../page';
import type { MenuProps } from './Menu';
import { LookRows, PlayRows } from './SettingRows';
import type { TableStore } from './store';

export function MainPage({ store, open }: MenuProps) {
  const { page } = store;
  const seen = store.seen.value;
  const own = store.player.value;
  const go = (target: NonNullable<typeof open.value>) => () => {
    open.value = target;
  };
  const fresh = () => {
    open.value = null;
    openNewGame(page);
  };
  const running = own && seen !== null && !seen.over;
  const casual = running && !page.ranked;
  const audience = store.audience.value;
  // A guest has no friends, so a link for friends opens nothing.
  const opens = audience !== 'nobody' && !(page.player.guest && audience === 'friends');
  const pause = () => {
    open.value = null;
    if (seen?.paused) store.resume();
    else store.pause();
  };
  return (
    <>
      {hasNewGame(page) && <Row icon="plus" text={words.newGame()} onClick={fresh} />}
      {casual && (
        <Row icon={seen.paused ? 'play' : 'pause'} text={seen.paused ? resume() : words.pause()} onClick={pause} />
      )}
      {seen && <Row icon="text" text={words.readTable()} onClick={go('read')} />}
      {seen && !seen.over && <Row icon="play" text={words.availableMoves()} onClick={go('moves')} />}
      {own && page.urls.setWatch && <WatchRow store={store} />}
      {page.urls.watch && opens && <LinkRow address={page.urls.watch} />}
      {running && <hr class="menu__rule" />}
      {casual && seen.moves > 0 && page.urls.again && (
        <Row icon="again" text={words.restart()} onClick={go('restart')} />
      )}
      {running && <Row icon="flag" text={words.end()} onClick={go('end')} end />}
      <hr class="menu__rule" />
      <LookRows />
      <PlayRows />
      <Row icon="keys" text={words.keys()} onClick={go('keys')} />
      {page.urls.learn && <LinkTo icon="help" text={words.howToPlay()} href={page.urls.learn} />}
    </>
  );
}

function Row({ icon, text, onClick, end = false }: { icon: string; text: string; onClick: () => void; end?: boolean }) {
  return (
    <button type="button" class={end ? 'menu__row end' : 'menu__row'} onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}

function LinkTo({ icon, text, href }: { icon: string; text: string; href: string }) {
  return (
    <a class="menu__row" href={href}>
      <Icon name={icon} />
      <span>{text}</span>
    </a>
  );
}

function LinkRow({ address }: { address: string }) {
  const done = useSignal(false);
  const press = async () => {
    done.value = await copy(new URL(address, location.href).href);
  };
  return (
    <button type="button" class="menu__row" onClick={press}>
      <Icon name="link" />
      <span>{words.copyLink()}</span>
      <b class="state" role="status">
        {done.value ? copied() : ''}
      </b>
    </button>
  );
}

function WatchRow({ store }: { store: TableStore }) {
  const state = useSignal('');
  const choose = async (audience: Audience) => {
    const saved = await saveAudience(store.page, audience);
    state.value = saved ? watchSaved() : notSaved();
    if (saved) store.audience.value = audience;
  };
  return (
    <label class="menu__row">
      <Icon name="eye" />
      <span>{words.whoMayWatch()}</span>
      <b class="state" role="status">
        {state.value}
      </b>
      <select value={store.audience.value} onChange={(event) => choose(event.currentTarget.value as Audience)}>
        <option value="everyone">{words.everyone()}</option>
        <option value="friends">{words.friends()}</option>
        <option value="link">{byLink()}</option>
        <option value="nobody">{words.nobody()}</option>
      </select>
    </label>
  );
}
