/** The tableau: one button a card, keyed by its place, one tab stop for all of them. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Back, cardClass, Face, useTurned } from '../board/Card';
import { Peaks } from '../board/Peaks';
import { HIDDEN, suit } from '../game/cards';
import { isCovered, layoutOf, peaksLeft } from '../game/layout';
import type { Seen } from '../game/seen';
import { variantOf } from '../game/variant';
import { board as boardName } from '../messages/table';
import { settings } from '../settings';
import { fly, placeElement } from './flight';
import { afterRemoval, firstStop } from './focus';
import { placeLabel } from './labels';
import { faceOf } from './media';
import type { TableStore } from './store';

export function Board({
  store,
  seen,
  onKey,
}: {
  store: TableStore;
  seen: Seen;
  onKey: (event: KeyboardEvent) => void;
}) {
  const { game, tableau } = seen;
  const { columns, rows, positions } = layoutOf(game);
  const stop = useSignal<number | null>(null);
  const before = useRef(seen);
  // Asked before the cards change: a card that goes has lost the focus by the time the effect runs.
  const focused = document.activeElement?.getAttribute('data-place');
  const at = stop.value !== null && tableau[stop.value] != null ? stop.value : firstStop(seen);

  useLayoutEffect(() => {
    const previous = before.current;
    before.current = seen;
    moveFocus(previous, seen, focused);
    comeBack(previous, seen);
  }, [seen, focused]);

  const face = `field ${faceOf(game)} ${settings.value.print === 'large' ? 'largeprint' : ''}`;
  return (
    <section class={face} aria-label={boardName()} inert={seen.paused}>
      <div class={`board ${game === 'tripeaks' ? 'with-peaks' : ''}`}>
        <div class="board__in" style={{ '--cols': columns, '--rows': rows.length }}>
          {game === 'tripeaks' && (
            <Peaks left={peaksLeft(game, tableau)} bonus={variantOf(seen).streakScoring ? null : 100} />
          )}
          {positions.map((_, place) => (
            <TableCard
              key={place}
              store={store}
              seen={seen}
              place={place}
              stop={place === at}
              onKey={onKey}
              onFocus={() => {
                stop.value = place;
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** From a card that was removed to the one that this has uncovered, or the nearest. */
function moveFocus(previous: Seen, seen: Seen, focused: string | null | undefined): void {
  const gone = focused == null ? Number.NaN : Number(focused);
  if (previous.tableau[gone] == null || seen.tableau[gone] != null) return;
  placeElement(afterRemoval(seen, gone) ?? (seen.game === 'pyramid' ? 'w' : 's'))?.focus();
}

/** Cards that an undo brings back fly from where they had gone. */
function comeBack(previous: Seen, seen: Seen): void {
  if (previous.game !== 'tripeaks') return;
  const waste = placeElement('w')?.getBoundingClientRect();
  seen.tableau.forEach((card, place) => {
    if (card !== null && previous.tableau[place] === null) fly(placeElement(place), waste);
  });
}

interface TableCardProps {
  store: TableStore;
  seen: Seen;
  place: number;
  /** Whether the tab key stops here. */
  stop: boolean;
  onKey: (event: KeyboardEvent) => void;
  onFocus: () => void;
}

function TableCard({ store, seen, place, stop, onKey, onFocus }: TableCardProps) {
  const { game, tableau } = seen;
  const last = useRef<string>(HIDDEN);
  const gone = tableau[place] == null;
  const card = tableau[place] ?? last.current;
  last.current = card;
  const turned = useTurned(card);
  const covered = !gone && isCovered(game, tableau, place);
  const selected = store.selected.value === place;
  const { x = 0, y = 0 } = layoutOf(game).positions[place] ?? {};
  const state = {
    covered: covered && card !== HIDDEN,
    selected,
    refused: store.refused.value.includes(String(place)),
    hinted: store.advice.hinted.value.includes(String(place)),
    gone,
    fades: game === 'pyramid',
  };
  const shut = covered || card === HIDDEN || !store.player.value;
  return (
    <button
      type="button"
      class={cardClass(card, state, turned)}
      data-place={place}
      data-suit={card === HIDDEN ? undefined : suit(card)}
      style={{ '--x': x, '--y': y }}
      tabIndex={stop ? 0 : -1}
      aria-label={placeLabel(seen, place, selected)}
      aria-disabled={shut}
      aria-pressed={game === 'pyramid' && !shut ? selected : undefined}
      aria-hidden={gone}
      onClick={() => store.tap(place)}
      onKeyDown={onKey}
      onFocus={onFocus}
    >
      {card === HIDDEN ? <Back /> : <Face card={card} />}
    </button>
  );
}
