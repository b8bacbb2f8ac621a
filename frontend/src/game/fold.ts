/** A game as a fold over its events, and the same step foretold before the server has answered. */
import type { Event } from '../protocol.gen';
import { type Action, parseAction } from './action';
import { HIDDEN } from './cards';
import { peaksLeft } from './layout';
import { placesOf } from './legal';
import { type Seen, see } from './seen';
import { variantOf } from './variant';

const UNDO_LIMIT = 100;
const PEAK_BONUS = 100;
const STREAK_PEAKS = [15, 15, 30];
const STREAK_DRAW = 5;
const CARD_SCORE = 10;

/** The view after an event. */
export function apply(seen: Seen, event: Event): Seen {
  const action = parseAction(event.action);
  if (event.view) {
    // A pause changes nothing about the last action on the cards.
    return action.kind === 'undo' ? see(event.view) : { ...see(event.view), justDrawn: seen.justDrawn };
  }
  const next = move(seen, action, event.drawn ?? HIDDEN);
  for (const { place, card } of event.turned ?? []) next.tableau[place] = card;
  const over = event.over ?? false;
  return {
    ...next,
    score: event.score,
    moves: event.moves,
    outcome: event.outcome ?? null,
    over,
    undoable: over ? 0 : next.undoable,
  };
}

/**
 * What the view will be once a legal action is stored. A drawn card stays face down and a card that turns up stays turned
 * down until the server shows them; an undo, and going on after a pause, change nothing yet.
 */
export function predict(seen: Seen, action: Action): Seen {
  if (action.kind === 'end' || action.kind === 'goOn') return seen;
  if (action.kind === 'pause') return hide(seen);
  if (action.kind === 'undo') return { ...seen, undoable: seen.undoable - 1, undoing: true };
  const next = move(seen, action, HIDDEN);
  return { ...next, score: foretoldScore(seen, next, action), moves: seen.moves + 1 };
}

/** The table of a paused game: no card can be seen. */
function hide(seen: Seen): Seen {
  const tableau = seen.tableau.map((card) => card && HIDDEN);
  return { ...seen, paused: true, undoable: 0, tableau, waste: seen.waste.map(() => HIDDEN) };
}

/** Where the cards go. The result shares no array with `seen`. */
function move(seen: Seen, action: Action, drawn: string): Seen {
  const next: Seen = { ...seen, tableau: [...seen.tableau], waste: [...seen.waste] };
  if (action.kind === 'end') return next;
  next.undoable = Math.min(UNDO_LIMIT, seen.undoable + 1);
  next.justDrawn = action.kind === 'draw';
  if (action.kind === 'draw') {
    next.stock -= 1;
    next.waste.push(drawn);
    next.streak = 0;
  } else if (action.kind === 'recycle') {
    next.stock = seen.waste.length;
    next.waste = [];
    if (seen.recycles_left !== null) next.recycles_left = seen.recycles_left - 1;
  } else {
    for (const place of placesOf(action)) {
      if (typeof place === 'number') next.tableau[place] = null;
      else next.waste.pop();
    }
    if (action.kind === 'remove') {
      next.waste.push(seen.tableau[action.place] ?? HIDDEN);
      next.streak += 1;
    }
  }
  return next;
}

function foretoldScore(before: Seen, after: Seen, action: Action): number {
  if (before.game === 'pyramid') {
    return before.score + CARD_SCORE * placesOf(action).filter((place) => typeof place === 'number').length;
  }
  const { streakScoring } = variantOf(before);
  if (action.kind === 'draw') return streakScoring ? before.score - STREAK_DRAW : Math.max(0, before.score - 1);
  const cleared = (seen: Seen) => peaksLeft('tripeaks', seen.tableau).filter((left) => left === 0).length;
  const bonus = cleared(after) > cleared(before);
  if (streakScoring) {
    return before.score + before.streak + 1 + (bonus ? (STREAK_PEAKS[cleared(before)] ?? 0) : 0);
  }
  return Math.max(0, before.score - 1 + (bonus ? PEAK_BONUS : 0));
}
