/** Why the rules forbid an action, by the server's own keys, so that a refused tap is answered at once. */

import type { View } from '../protocol.gen';
import type { Action, Place } from './action';
import { HIDDEN, JOKER, KING, rank } from './cards';
import { available, coversOf, isCovered } from './layout';
import type { Reason } from './names';
import type { Seen } from './seen';
import { type Variant, variantOf } from './variant';

export interface Refusal {
  reason: Reason;
  /** The places it is about, as in the notation: "17", "w" the waste, "s" the stock. */
  places: readonly string[];
}

/** `unknown`: it hangs on a card that the server has not shown yet. */
export type Verdict = 'legal' | 'unknown' | Refusal;

const refuse = (reason: Reason, ...places: (Place | 's')[]): Refusal => ({ reason, places: places.map(String) });

export function judge(seen: Seen, action: Action): Verdict {
  if (seen.over) return refuse('game_over');
  if (action.kind === 'end') return 'legal';
  if (seen.paused !== (action.kind === 'goOn')) return refuse(seen.paused ? 'paused' : 'not_paused');
  if (action.kind === 'pause' || action.kind === 'goOn') return 'legal';
  if (action.kind === 'undo') return seen.undoable > 0 ? 'legal' : refuse('nothing_to_undo');
  if (seen.undoing) return 'unknown';
  return seen.game === 'tripeaks' ? judgeTriPeaks(seen, action) : judgePyramid(seen, action);
}

/** Whether a card may go onto the waste top: one rank apart, or anything next to a joker or an empty waste. */
export function fits(variant: Variant, card: string, top: string | undefined): boolean | 'unknown' {
  if (top === undefined) return true;
  if (card === HIDDEN || top === HIDDEN) return 'unknown';
  if (card === JOKER || top === JOKER) return true;
  const apart = Math.abs(rank(card) - rank(top));
  return apart === 1 || (variant.wrap && apart === 12);
}

function judgeTriPeaks(seen: Seen, action: Action): Verdict {
  const variant = variantOf(seen);
  const { tableau, waste } = seen;
  if (action.kind === 'remove') {
    const card = tableau[action.place];
    if (card == null) return refuse('nothing_there', action.place);
    if (isCovered('tripeaks', tableau, action.place)) return refuse('blocked', action.place);
    const fit = fits(variant, card, waste.at(-1));
    return fit === 'unknown' ? fit : fit ? 'legal' : refuse('not_adjacent', action.place);
  }
  if (action.kind !== 'draw') return refuse('wrong_game');
  if (!seen.stock) return refuse('stock_empty', 's');
  if (variant.traditionalDraw) {
    const fit = available('tripeaks', tableau).map((place) => fits(variant, tableau[place] ?? HIDDEN, waste.at(-1)));
    if (fit.includes(true)) return refuse('play_first', 's');
    if (fit.includes('unknown')) return 'unknown';
  }
  return 'legal';
}

/** The card at a place, covered or not. */
export function cardAt(view: Pick<View, 'tableau' | 'waste'>, place: Place): string | null {
  if (typeof place === 'number') return view.tableau[place] ?? null;
  return view.waste.at(place === 'w' ? -1 : -2) ?? null;
}

function judgePyramid(seen: Seen, action: Action): Verdict {
  switch (action.kind) {
    case 'pair':
      return judgePair(seen, action.first, action.second);
    case 'king': {
      const card = cardAt(seen, action.place);
      if (card === null) return nothingAt(action.place);
      if (isBlocked(seen, action.place)) return refuse('blocked', action.place);
      return card === HIDDEN ? 'unknown' : rank(card) === KING ? 'legal' : refuse('not_king', action.place);
    }
    case 'draw':
      return seen.stock ? 'legal' : refuse('stock_empty', 's');
    case 'recycle':
      if (seen.stock) return refuse('stock_not_empty', 's');
      if (!seen.waste.length) return refuse('waste_empty', 's');
      return seen.recycles_left === 0 ? refuse('no_recycles', 's') : 'legal';
    default:
      return refuse('wrong_game');
  }
}

const nothingAt = (place: Place) =>
  typeof place === 'number' ? refuse('nothing_there', place) : refuse('waste_empty', 'w');

const isBlocked = (seen: Seen, place: Place) => typeof place === 'number' && isCovered('pyramid', seen.tableau, place);

function judgePair(seen: Seen, first: Place, second: Place): Verdict {
  const variant = variantOf(seen);
  const one = cardAt(seen, first);
  if (one === null) return nothingAt(first);
  const two = cardAt(seen, second);
  if (two === null) return nothingAt(second);
  // Whether the last action was a draw may be unknown here; then the server says.
  if (first === 'v' && !(variant.drawnPair && seen.justDrawn !== false)) return refuse('waste_pair', 'v', 'w');
  const ownCover = typeof first === 'number' && isOnlyCover(seen, first, second);
  if (ownCover && !variant.coveredPair) return refuse('own_cover', first, second);
  if (!ownCover && isBlocked(seen, first)) return refuse('blocked', first);
  if (isBlocked(seen, second)) return refuse('blocked', second);
  if (one === HIDDEN || two === HIDDEN) return 'unknown';
  return rank(one) + rank(two) === KING ? 'legal' : refuse('not_thirteen', first, second);
}

function isOnlyCover(seen: Seen, place: number, cover: Place): boolean {
  const covers = coversOf('pyramid', seen.tableau, place);
  return covers.length === 1 && covers[0] === cover;
}
