/** In place of the cards, for those who have not finished the same deal: how far it has come, as bars. */
import { layoutOf, PLACES } from '../game/layout';
import { peakName } from '../messages/cards';
import { cardsLeft, locked } from '../messages/table';
import { sentence } from '../messages/words';
import type { Progress } from '../protocol.gen';
import { Icon } from './Icon';

/** `state`: a word on how the game stands, where it does not go on. */
export function Locked({ progress, title, state }: { progress: Progress; title: string; state?: string | null }) {
  const peaks = layoutOf('tripeaks').peaks;
  return (
    <div class="lockbox">
      <Icon name="lock" />
      {state && <b role="status">{state}</b>}
      <p>{locked(title)}</p>
      <div class="bars">
        {progress.peaks.length ? (
          progress.peaks.map((left, peak) => {
            const all = peaks[peak]?.length ?? 0;
            return (
              <Bar key={peak} done={(all - left) / all} label={`${left}/${all}`} name={sentence(peakName(peak))} />
            );
          })
        ) : (
          <Bar done={(PLACES - progress.cards_left) / PLACES} label={cardsLeft(progress.cards_left, PLACES)} />
        )}
      </div>
    </div>
  );
}

function Bar({ done, label, name }: { done: number; label: string; name?: string }) {
  return (
    <div>
      <span class="bar-t">
        <i style={{ width: `${done * 100}%` }} />
      </span>
      <span>
        {name && <span class="vh">{name} </span>}
        {label}
      </span>
    </div>
  );
}
