/**
 * The guide beside a first deal: a strip with one thing to do at a time, which goes on when it is done. It hides nothing and
 * holds nothing up. Every step is asked of the cards as they lie, so whoever plays something else is still told the truth.
 */
import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../board/Icon';
import { HIDDEN } from '../game/cards';
import { judge } from '../game/judge';
import { available, coversOf, layoutOf } from '../game/layout';
import type { Seen } from '../game/seen';
import * as words from '../messages/guide';
import { settings } from '../settings';
import type { TableStore } from './store';

/** Whether this page was opened as a guided deal. */
export const guided: Signal<boolean> = signal(new URLSearchParams(location.search).has('guide'));

interface Aim {
  text: string;
  /** What to tap, as a selector. */
  target: string | null;
  /** The same for a keyboard. */
  keys?: string;
}

interface Step {
  /** Null where the cards do not offer it: then it is passed over. */
  aim: (seen: Seen) => Aim | null;
  /** The number of the action that did it, after `since`; null while it is not done. */
  done: (store: TableStore, since: number) => number | null;
}

const did = (kind: string) => (store: TableStore, since: number) =>
  store.log.value.find((entry) => entry.seq > since && entry.kind === kind)?.seq ?? null;

const on = (place: number | string) => `[data-place="${place}"]`;
const cardAt = (seen: Seen, place: number) => seen.tableau[place] ?? HIDDEN;
const fitting = (seen: Seen) =>
  available(seen.game, seen.tableau).filter((place) => judge(seen, { kind: 'remove', place }) === 'legal');

/** Whether a card would turn up behind this one. */
function uncovers(seen: Seen, place: number): boolean {
  return layoutOf(seen.game).covers.some(
    (covers, behind) => covers.includes(place) && coversOf(seen.game, seen.tableau, behind).length === 1,
  );
}

function play(seen: Seen, place: number | undefined): Aim | null {
  if (place === undefined) return null;
  const card = cardAt(seen, place);
  return { text: words.play(card, seen.waste.at(-1) ?? HIDDEN), target: on(place), keys: words.boardKeys() };
}

/** The steps as the deal TP1-E-AAAAAAB offers them: K♣, A♠, 3♠ refused, 2♦ with 7♠ turning up, a draw, an undo. */
const STEPS: readonly Step[] = [
  { aim: (seen) => play(seen, fitting(seen)[0]), done: did('remove') },
  { aim: (seen) => play(seen, fitting(seen)[0]), done: did('remove') },
  {
    aim: (seen) => {
      const place = available(seen.game, seen.tableau).find((place) => !fitting(seen).includes(place));
      if (place === undefined || !settings.value.errorHelp) return null;
      return { text: words.misfit(cardAt(seen, place)), target: on(place) };
    },
    done: (store, since) => (store.refused.value.length > 0 ? since : null),
  },
  {
    aim: (seen) => {
      const place = fitting(seen).find((place) => uncovers(seen, place));
      return place === undefined ? null : { text: words.uncover(cardAt(seen, place)), target: on(place) };
    },
    done: did('remove'),
  },
  {
    aim: (seen) => (seen.stock ? { text: words.draw(), target: on('s'), keys: words.drawKey() } : null),
    done: did('draw'),
  },
  {
    aim: (seen) =>
      seen.undoable ? { text: words.undo(), target: '.tool:has(use[href="#i-undo"])', keys: words.undoKey() } : null,
    done: did('undo'),
  },
  { aim: () => ({ text: words.end(), target: null }), done: () => null },
];

export function Guide({ store, seen }: { store: TableStore; seen: Seen }) {
  const at = useSignal({ step: 0, since: store.session.value?.seq ?? 0 });
  const { step, since } = at.value;
  const now = STEPS[step];
  const last = step === STEPS.length - 1;
  const shown = useRef<Aim | null>(null);
  // While an action is on its way the cards are not what they will be, and in a pause there are none to point at.
  const waiting = seen.paused || (store.session.value?.pending.length ?? 0) > 0;
  const aim = (!waiting && now?.aim(seen)) || null;
  if (aim) shown.current = aim;
  const { text = '', target = null, keys = '' } = shown.current ?? {};

  const done = now?.done(store, since) ?? null;
  const onward = done ?? (aim || waiting ? null : since);
  useEffect(() => {
    if (onward !== null && !last) at.value = { step: step + 1, since: onward };
  }, [at, last, onward, step]);

  useLayoutEffect(() => {
    const element = target && document.querySelector(target);
    if (!element) return;
    element.setAttribute('data-aim', '');
    return () => element.removeAttribute('data-aim');
  }, [target]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) leave();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const typing = keys && matchMedia('(hover: hover) and (pointer: fine)').matches;
  return (
    <section class="guide" aria-label={words.title()}>
      <p aria-live="polite">
        <span>
          <span class="vh">{words.count(step + 1, STEPS.length)} </span>
          {text} {typing && <span class="guide__keys">{keys}</span>}
        </span>
      </p>
      <span class="guide__dots" aria-hidden="true">
        {STEPS.map((_, dot) => (
          <i class={dot <= step ? 'on' : ''} key={dot} />
        ))}
      </span>
      <button type="button" class={last ? 'btn primary' : 'btn'} onClick={leave}>
        {last && <Icon name="play" />}
        {last ? words.playOn() : words.skip()}
      </button>
    </section>
  );
}

/** For good: a reload does not bring it back. */
function leave(): void {
  guided.value = false;
  history.replaceState(null, '', location.pathname);
  document.querySelector<HTMLElement>('.board__in [tabindex="0"]')?.focus();
}
