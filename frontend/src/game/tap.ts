/** What a tap means: an action, a selection, or a refusal (rules 1 to 3). */
import { type Action, type Place, pair } from './action';
import { HIDDEN, KING, rank } from './cards';
import { cardAt, judge, type Refusal } from './judge';
import { coversOf, isCovered } from './layout';
import type { Seen } from './seen';
import { variantOf } from './variant';

export type Tap =
  | { kind: 'act'; action: Action }
  | { kind: 'select'; place: Place | null }
  /** `select` is what is selected afterwards. */
  | { kind: 'refuse'; refusal: Refusal; select: Place | null }
  /** It hangs on a card that is still on its way: ask again after the next event. */
  | { kind: 'wait' };

function attempt(seen: Seen, action: Action, select: Place | null): Tap {
  const verdict = judge(seen, action);
  if (verdict === 'legal') return { kind: 'act', action };
  return verdict === 'unknown' ? { kind: 'wait' } : { kind: 'refuse', refusal: verdict, select };
}

export function tapStock(seen: Seen, selected: Place | null): Tap {
  const recycles = seen.game === 'pyramid' && !seen.undoing && seen.stock === 0;
  return attempt(seen, { kind: recycles ? 'recycle' : 'draw' }, selected);
}

export function tapCard(seen: Seen, selected: Place | null, place: Place): Tap {
  if (seen.game === 'pyramid') return tapPyramid(seen, selected, place);
  return typeof place === 'number' ? attempt(seen, { kind: 'remove', place }, null) : { kind: 'select', place: null };
}

function tapPyramid(seen: Seen, selected: Place | null, place: Place): Tap {
  const card = cardAt(seen, place);
  if (seen.over || seen.undoing || card === null) return attempt(seen, { kind: 'king', place }, selected);
  if (card === HIDDEN) return { kind: 'wait' };
  if (place === selected) return { kind: 'select', place: null };
  if (!selectable(seen, place)) return { kind: 'refuse', refusal: blocked(seen, selected, place), select: selected };
  if (rank(card) === KING) return attempt(seen, { kind: 'king', place }, selected);
  if (selected === null) return { kind: 'select', place };
  // The card under the waste top pairs with the top and nothing else.
  if ([selected, place].includes('v') && ![selected, place].includes('w')) {
    return { kind: 'refuse', refusal: { reason: 'blocked', places: ['v'] }, select: place };
  }
  // Two that do not go together change nothing but the selection: the second stays selected.
  return attempt(seen, pair(selected, place), place);
}

/** An available card; with rule K also one under its last cover, with rule D the card under the one just drawn. */
function selectable(seen: Seen, place: Place): boolean {
  if (place === 'w') return true;
  const variant = variantOf(seen);
  if (place === 'v') return variant.drawnPair && seen.justDrawn !== false;
  if (!isCovered('pyramid', seen.tableau, place)) return true;
  const [cover, ...more] = coversOf('pyramid', seen.tableau, place);
  return variant.coveredPair && more.length === 0 && cover !== undefined && !isCovered('pyramid', seen.tableau, cover);
}

/** A card and the card that lies on it have a refusal of their own, told from any other blocked card. */
function blocked(seen: Seen, selected: Place | null, place: Place): Refusal {
  if (selected !== null && selected !== place) {
    const verdict = judge(seen, pair(selected, place));
    if (typeof verdict === 'object' && verdict.reason !== 'not_thirteen') return verdict;
  }
  return { reason: 'blocked', places: [String(place)] };
}
