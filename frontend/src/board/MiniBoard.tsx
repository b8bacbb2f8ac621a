/** A small board for lists: real cards, nothing to press. */
import { useRef } from 'preact/hooks';
import { HIDDEN } from '../game/cards';
import { isCovered, layoutOf, PLACES } from '../game/layout';
import { cardName, stockCount, wasteTop } from '../messages/cards';
import { cardsLeft, left } from '../messages/table';
import type { View } from '../protocol.gen';
import { StillCard } from './Card';

export type Shown = Pick<View, 'game' | 'tableau'> & Partial<Pick<View, 'stock' | 'waste'>>;

interface Props {
  view: Shown;
  /** With waste and stock under it. */
  piles: boolean;
  /** Places that stand out. */
  marked?: readonly number[];
}

export function MiniBoard({ view, piles, marked = [] }: Props) {
  const { game, tableau } = view;
  const { columns, rows, positions } = layoutOf(game);
  const last = useRef<Record<number, string>>({});
  const remaining = tableau.filter((card) => card !== null).length;
  return (
    <>
      <div class="board" role="img" aria-label={cardsLeft(remaining, PLACES)}>
        <div class="board__in" style={{ '--cols': columns, '--rows': rows.length }}>
          {positions.map(({ x, y }, place) => {
            const card = tableau[place];
            if (card) last.current[place] = card;
            const gone = card == null;
            const covered = !gone && card !== HIDDEN && isCovered(game, tableau, place);
            return (
              <StillCard
                key={place}
                card={card ?? last.current[place] ?? HIDDEN}
                x={x}
                y={y}
                covered={covered}
                gone={gone}
                selected={marked.includes(place)}
                fades
              />
            );
          })}
        </div>
      </div>
      {piles && <Duo stock={view.stock ?? 0} waste={view.waste ?? []} />}
    </>
  );
}

function Duo({ stock, waste }: { stock: number; waste: readonly string[] }) {
  const top = waste.at(-1);
  return (
    <div class="duo">
      <span class="vh">{`${stockCount(stock)}; ${wasteTop(top)}`}</span>
      {top ? <StillCard key={`${waste.length}${cardName(top)}`} card={top} /> : <span class="slot" />}
      {stock > 0 ? <StillCard card={HIDDEN} /> : <span class="slot" />}
      <span aria-hidden="true">{left(stock)}</span>
    </div>
  );
}
