/** Above the sheet of a won game: the range in the morning, and confetti of suits, dealt once. */
import { Use } from '../board/Icon';
import { Peaks } from '../board/Peaks';
import type { Seen } from '../game/seen';
import { variantOf } from '../game/variant';

export function Dawn({ seen }: { seen: Seen }) {
  const tripeaks = seen.game === 'tripeaks';
  return (
    <>
      <div class="field">
        <div class="wonline">
          {tripeaks && <Peaks left={[0, 0, 0]} bonus={variantOf(seen).streakScoring ? null : 100} />}
        </div>
        <Use id={tripeaks ? 'range' : 'pyramid'} class="wonrange" box="0 0 300 125" />
      </div>
      <div class="confetti">
        {PIECES.map((style, at) => (
          <svg viewBox="0 0 100 100" style={style} key={at} aria-hidden="true">
            <use href={`#s-${'shdc'.charAt(at % 4)}`} />
          </svg>
        ))}
      </div>
    </>
  );
}

const PIECES = confetti(46);

/** Scattered by a small generator, so that every win looks the same and nothing moves when it is drawn again. */
function confetti(count: number): Record<string, string>[] {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => ({
    '--z': `${7 + random() * 15}px`,
    '--left': `${random() * 100}%`,
    '--top': `${21 + random() * 46}%`,
    '--turn': `${random() * 360}deg`,
    '--fade': `${0.55 + random() * 0.45}`,
    '--late': `${random() * 500}ms`,
  }));
}
