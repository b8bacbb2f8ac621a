/** The settings of the table on their page, beside a small table that follows each choice at once. */
import { useEffect, useState } from 'preact/hooks';
import { StillCard } from '../board/Card';
import { Icon } from '../board/Icon';
import { HIDDEN } from '../game/cards';
import * as words from '../messages/menu';
import { refusal } from '../messages/refusals';
import { undo } from '../messages/table';
import { motionIsOn, settings } from '../settings';
import { faceOf } from '../table/media';
import { LookRows, PlayRows } from '../table/SettingRows';

export function TableSettings() {
  return (
    <div class="table-settings">
      <Preview />
      <fieldset>
        <legend>{words.look()}</legend>
        <LookRows />
      </fieldset>
      <fieldset>
        <legend>{words.play()}</legend>
        <PlayRows />
      </fieldset>
    </div>
  );
}

/** The foot of a peak, but for the jack that turns over. */
const SLOPE = [
  { card: HIDDEN, x: 1, y: 0 },
  { card: '5H', x: 0.5, y: 1, covered: true },
  { card: 'TD', x: 1.5, y: 1, covered: true },
  { card: '2S', x: 2.5, y: 1, covered: true },
  { card: 'KH', x: 0, y: 2 },
  { card: '7D', x: 1, y: 2 },
  { card: 'AS', x: 2, y: 2 },
  { card: '9C', x: 3, y: 2 },
];
/** On the eight of the waste. */
const REFUSED = 'AS';

function Preview() {
  const { print, errorHelp } = settings.value;
  return (
    <div
      class={`preview felt ${faceOf('pyramid')} ${print === 'large' ? 'largeprint' : ''}`}
      role="img"
      aria-label={words.preview()}
    >
      <div class="board">
        <div class="board__in" style={{ '--cols': 4, '--rows': 3 }}>
          <TurningCard key={String(motionIsOn())} card="JC" x={2} y={0} covered />
          {SLOPE.map(({ card, ...rest }) => (
            <StillCard key={card} card={card} {...rest} refused={errorHelp && card === REFUSED} />
          ))}
        </div>
      </div>
      <div class="preview__piles">
        <StillCard card="8S" />
        <StillCard card={HIDDEN} />
      </div>
      <div class="preview__tool">
        <Icon name="undo" />
        {undo()}
      </div>
      <p class="preview__says">
        {errorHelp && (
          <>
            <Icon name="stop" />
            {refusal('not_adjacent', 'tripeaks')}
          </>
        )}
      </p>
    </div>
  );
}

/** A card that turns over when it appears: a new one shows what a new choice of motion means. */
function TurningCard({ card, ...rest }: Parameters<typeof StillCard>[0]) {
  const [up, setUp] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setUp(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <StillCard card={up ? card : HIDDEN} {...rest} />;
}
