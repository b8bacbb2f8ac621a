/** Every legal removal in reading order, then the draw or the recycle: for the spoken list and the key to the next card. */
import { type Action, type Place, pair } from './action';
import { judge } from './judge';
import { available, PLACES } from './layout';
import type { Seen } from './seen';
import { variantOf } from './variant';

export function legalActions(seen: Seen): Action[] {
  const draws: Action[] = [{ kind: 'draw' }, { kind: 'recycle' }];
  return [...removals(seen), ...draws].filter((action) => judge(seen, action) === 'legal');
}

function removals(seen: Seen): Action[] {
  const open = available(seen.game, seen.tableau);
  if (seen.game === 'tripeaks') return open.map((place) => ({ kind: 'remove', place }));
  const { coveredPair, drawnPair } = variantOf(seen);
  const places: Place[] = coveredPair ? Array.from({ length: PLACES }, (_, place) => place) : [...open];
  places.push('w');
  const pairs = places.flatMap((a, i) => places.slice(i + 1).map((b) => pair(a, b)));
  if (drawnPair) pairs.push(pair('v', 'w'));
  return [...places.map((place): Action => ({ kind: 'king', place })), ...pairs];
}

/** The places an action takes cards from. */
export function placesOf(action: Action): Place[] {
  if (action.kind === 'pair') return [action.first, action.second];
  return action.kind === 'remove' || action.kind === 'king' ? [action.place] : [];
}
