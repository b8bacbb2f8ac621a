/** Score, time and moves. */
import * as words from '../messages/table';
import { clock } from '../messages/words';
import type { TableStore } from './store';

export function Info({ store, score, moves }: { store: TableStore; score: number; moves: number }) {
  return (
    <dl class="info">
      <Stat name={words.score()} value={score} />
      <Stat name={words.time()} value={clock(store.clock.shown.value)} />
      <Stat name={words.moves()} value={moves} />
    </dl>
  );
}

function Stat({ name, value }: { name: string; value: number | string }) {
  return (
    <div class="stat">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
