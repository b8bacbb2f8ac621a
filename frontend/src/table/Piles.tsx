/** Waste and stock. The newest waste card flies in from where it lay. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Back, cardClass, Face, StillCard, useTurned } from '../board/Card';
import { Icon } from '../board/Icon';
import type { Place } from '../game/action';
import { HIDDEN, suit } from '../game/cards';
import type { Seen } from '../game/seen';
import { variantOf } from '../game/variant';
import { drawLabel, emptyStock, emptyWaste, recycleLabel, underWaste } from '../messages/cards';
import { left, piles as pilesName, waste as wasteWord } from '../messages/table';
import { fly, placeElement } from './flight';
import { wasteLabel } from './labels';
import type { TableStore } from './store';

interface Props {
  store: TableStore;
  seen: Seen;
  onKey: (event: KeyboardEvent) => void;
}

export function Piles(props: Props) {
  return (
    <section class="piles" aria-label={pilesName()}>
      <Waste {...props} />
      <Stock {...props} />
    </section>
  );
}

/** Their places before the cards come, so that nothing moves when they do. */
export function NoPiles() {
  return (
    <div class="piles" aria-hidden="true">
      {['waste', 'stock'].map((pile) => (
        <div class="pile" key={pile}>
          <div class="place">
            <span class="slot" />
          </div>
          <small>&nbsp;</small>
        </div>
      ))}
    </div>
  );
}

function Waste({ store, seen, onKey }: Props) {
  const { waste } = seen;
  const top = waste.at(-1);
  const under = waste.at(-2);
  const before = useRef(seen);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = seen;
    arrive(previous, seen);
  }, [seen]);
  const open = seen.game === 'pyramid' && store.player.value;
  const underOpen = open && variantOf(seen).drawnPair && seen.justDrawn !== false;
  return (
    <div class="pile waste">
      <div class="place">
        {under === undefined ? (
          top === undefined && <span class="slot" data-place="w" role="img" aria-label={emptyWaste()} />
        ) : underOpen ? (
          <OpenCard
            store={store}
            onKey={onKey}
            card={under}
            place="v"
            label={underWaste(under)}
            under
            key={`u${waste.length}`}
          />
        ) : (
          <StillUnder card={under} />
        )}
        {top !== undefined &&
          (open ? (
            <OpenCard
              key={waste.length}
              store={store}
              onKey={onKey}
              card={top}
              place="w"
              label={wasteLabel(seen, store.selected.value === 'w')}
            />
          ) : (
            <ShownCard key={waste.length} card={top} label={wasteLabel(seen, false)} />
          ))}
      </div>
      <small aria-hidden="true">{wasteWord()}</small>
    </div>
  );
}

/** A new waste top comes from its place on the board, or from the stock. */
function arrive(previous: Seen, seen: Seen): void {
  if (seen.waste.length !== previous.waste.length + 1) return;
  const removed = seen.tableau.findIndex((card, place) => card === null && previous.tableau[place] !== null);
  fly(placeElement('w'), placeElement(removed >= 0 ? removed : 's')?.getBoundingClientRect());
}

function StillUnder({ card }: { card: string }) {
  return (
    <span class="under" aria-hidden="true">
      <StillCard card={card} />
    </span>
  );
}

function ShownCard({ card, label }: { card: string; label: string }) {
  const turned = useTurned(card);
  return (
    <span
      class={cardClass(card, {}, turned)}
      data-place="w"
      data-suit={card === HIDDEN ? undefined : suit(card)}
      role="img"
      aria-label={label}
    >
      {card === HIDDEN ? <Back /> : <Face card={card} />}
    </span>
  );
}

interface OpenCardProps {
  store: TableStore;
  onKey: (event: KeyboardEvent) => void;
  card: string;
  place: Place;
  label: string;
  under?: boolean;
}

function OpenCard({ store, onKey, card, place, label, under = false }: OpenCardProps) {
  const turned = useTurned(card);
  const selected = store.selected.value === place;
  const state = {
    selected,
    refused: store.refused.value.includes(String(place)),
    hinted: store.advice.hinted.value.includes(String(place)),
  };
  return (
    <button
      type="button"
      class={`${cardClass(card, state, turned)} ${under ? 'under open' : ''}`}
      data-place={place}
      data-suit={card === HIDDEN ? undefined : suit(card)}
      aria-label={label}
      aria-pressed={selected}
      onClick={() => store.tap(place)}
      onKeyDown={onKey}
    >
      {card === HIDDEN ? <Back /> : <Face card={card} />}
    </button>
  );
}

function Stock({ store, seen, onKey }: Props) {
  const { stock, waste } = seen;
  const recycles = seen.game === 'pyramid' && stock === 0 && waste.length > 0 && seen.recycles_left !== 0;
  const hinted = store.advice.hinted.value.includes('s');
  const label = stock > 0 ? drawLabel(stock) : recycles ? recycleLabel(seen.recycles_left) : emptyStock();
  return (
    <div class="pile stock">
      <div class="place">
        <button
          type="button"
          class={stock > 0 ? cardClass(HIDDEN, { hinted }) : hinted ? 'slot hinted' : 'slot'}
          data-place="s"
          aria-label={label}
          aria-disabled={(stock === 0 && !recycles) || !store.player.value}
          onClick={() => store.tapStock()}
          onKeyDown={onKey}
        >
          {stock > 0 ? <Back /> : recycles && <Icon name="recycle" />}
        </button>
      </div>
      <small aria-hidden="true">
        <Count text={left(stock)} />
      </small>
    </div>
  );
}

/** The figure in a phrase stands out, wherever the language puts it. */
function Count({ text }: { text: string }) {
  const [before = '', figure = '', after = ''] = text.split(/(\d+)/, 3);
  return (
    <>
      {before}
      <b>{figure}</b>
      {after}
    </>
  );
}
