/** Three small mountains that fill with gold from the foot as the cards of their peak go. */
import { layoutOf } from '../game/layout';
import { peakName } from '../messages/cards';
import { peakCount, peakDone } from '../messages/table';
import { Icon } from './Icon';

const FOOT = 22;
const HEIGHT = 20;

/** `bonus` is what a cleared peak brings; null where it grows from peak to peak. */
export function Peaks({ left, bonus }: { left: readonly number[]; bonus: number | null }) {
  return (
    <span class="peaks">
      {left.map((count, peak) => {
        const all = layoutOf('tripeaks').peaks[peak]?.length ?? 0;
        const name = peakName(peak);
        return (
          <span
            class={count ? 'peak' : 'peak done'}
            key={peak}
            role="img"
            aria-label={count ? peakCount(name, count, all) : peakDone(name)}
          >
            <Mountain filled={(all - count) / all} />
            {count ? (
              <>
                <b>{count}</b>
                <i>/{all}</i>
              </>
            ) : bonus === null ? (
              <Icon name="check" />
            ) : (
              <b>+{bonus}</b>
            )}
          </span>
        );
      })}
    </span>
  );
}

function Mountain({ filled }: { filled: number }) {
  // The fill is the lower part of the same triangle, cut at its height.
  const y = FOOT - HEIGHT * filled;
  const half = (12.5 * (y - 2)) / HEIGHT;
  return (
    <svg viewBox="0 0 28 24" aria-hidden="true">
      {filled > 0 && filled < 1 && (
        <path class="pk-fill" d={`M1.5 ${FOOT} L${14 - half} ${y} H${14 + half} L26.5 ${FOOT} Z`} />
      )}
      <path class="pk-bed" d={`M1.5 ${FOOT} L14 2 L26.5 ${FOOT} Z`} />
    </svg>
  );
}
