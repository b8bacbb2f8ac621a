/** Cards in flight: from where they were to where they are. Cosmetic; the card is already in its new place, and takes taps there. */
import { motionIsOn } from '../settings';

const FLIGHT = 160;
const EASE = 'cubic-bezier(.2, .8, .3, 1)';

export function placeElement(place: string | number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-place="${place}"]`);
}

/** The card of the board where the tab key stops. */
export function focusOnBoard(): void {
  document.querySelector<HTMLElement>('.board__in [tabindex="0"]')?.focus();
}

export function fly(card: HTMLElement | null, from: DOMRect | undefined): void {
  if (!card || !from || !motionIsOn() || document.hidden) return;
  const leaf = card.querySelector('.leaf');
  const to = card.getBoundingClientRect();
  if (!leaf || !to.width || !from.width) return;
  const scale = from.width / to.width;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card.classList.add('flying');
  const flight = leaf.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration: FLIGHT,
    easing: EASE,
  });
  flight.onfinish = flight.oncancel = () => card.classList.remove('flying');
}
