/** A card: its leaf with face or back, and its state as classes. It knows no rules. */
import { useRef } from 'preact/hooks';
import { HIDDEN, JOKER, letter, suit } from '../game/cards';
import { faceLetter } from '../messages/cards';
import { Glyph, Use } from './Icon';

export function Back() {
  return (
    <span class="leaf">
      <svg class="back" viewBox="0 0 100 180" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <use href="#back" />
      </svg>
    </span>
  );
}

export function Face({ card }: { card: string }) {
  const court = isCourt(card);
  const drawing = court || card === JOKER ? `m-${letter(card)}` : `s-${suit(card)}`;
  return (
    <span class="leaf">
      {(court || card === JOKER) && (
        <svg class="ground" viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
          <use href="#ground" />
        </svg>
      )}
      <Glyph letter={faceLetter(card)} class="rank" />
      {card !== JOKER && <Use id={`s-${suit(card)}`} class="pip" />}
      <Use id={drawing} class="big" />
    </span>
  );
}

const isCourt = (card: string) => 'JQK'.includes(letter(card));

export interface CardState {
  covered?: boolean;
  selected?: boolean;
  refused?: boolean;
  hinted?: boolean;
  /** Removed; `fades` when it does not fly to the waste. */
  gone?: boolean;
  fades?: boolean;
}

export function cardClass(card: string, state: CardState, turned = false): string {
  const up = card !== HIDDEN;
  const classes = [
    'card',
    up ? 'up' : 'down',
    up && (isCourt(card) || card === JOKER) && 'court',
    up && letter(card) === 'A' && 'ace',
    up && letter(card) === 'T' && 'ten',
    turned && 'turned',
    ...Object.entries(state).map(([name, on]) => on && name),
  ];
  return classes.filter(Boolean).join(' ');
}

/** Whether this node has just turned its card up; stays so until the card changes again. */
export function useTurned(card: string): boolean {
  const before = useRef(card);
  const turned = useRef(false);
  if (before.current !== card) {
    turned.current = before.current === HIDDEN;
    before.current = card;
  }
  return turned.current;
}

/** A card that cannot be pressed. */
export function StillCard({ card, x, y, ...state }: { card: string; x?: number; y?: number } & CardState) {
  const turned = useTurned(card);
  const style = x === undefined || y === undefined ? undefined : { '--x': x, '--y': y };
  return (
    <span class={cardClass(card, state, turned)} data-suit={card === HIDDEN ? undefined : suit(card)} style={style}>
      {card === HIDDEN ? <Back /> : <Face card={card} />}
    </span>
  );
}
