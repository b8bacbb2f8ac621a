/** The browser's judge and fold against games that the engine played: see golden.py. */
import { describe, expect, test } from 'vitest';
import type { Event, View } from '../protocol.gen';
import { parseAction, printAction } from './action';
import { apply, predict } from './fold';
import golden from './golden.jsonl?raw';
import { judge } from './judge';
import { legalActions } from './legal';
import { type Seen, see } from './seen';

interface Step {
  event: Event;
  after: View | null;
  legal: string;
  probes: Record<string, string>;
}

interface Game {
  code: string;
  start: View;
  steps: Step[];
}

const games: Game[] = golden
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const viewOf = ({ justDrawn, undoing, ...view }: Seen): View => view;

const verdictText = (seen: Seen, action: string) => {
  const verdict = judge(seen, parseAction(action));
  return typeof verdict === 'string' ? verdict : [verdict.reason, ...verdict.places].join(' ');
};

describe.each(games)('$code', ({ start, steps }) => {
  test('events fold into the view that the engine shows', () => {
    let seen = see(start);
    for (const { event, after } of steps) {
      seen = apply(seen, event);
      if (after) expect(viewOf(seen)).toEqual(after);
    }
  });

  test('what is legal here is legal there', () => {
    let seen = see(start);
    for (const { event, legal } of steps) {
      seen = apply(seen, event);
      // After an undo only the server knows whether the last action was a draw.
      if (seen.justDrawn === null) continue;
      expect(legalActions(seen).map(printAction).sort().join(' ')).toBe(legal);
    }
  });

  test('what is refused here is refused there, for the same reason and the same cards', () => {
    let seen = see(start);
    for (const { event, probes } of steps) {
      seen = apply(seen, event);
      for (const [action, reason] of Object.entries(probes)) {
        if (seen.justDrawn === null && action === 'pv+w') continue;
        expect({ action, verdict: verdictText(seen, action) }).toEqual({ action, verdict: reason || 'legal' });
      }
    }
  });

  test('a step is foretold as it comes, but for the cards that only the server knows', () => {
    let seen = see(start);
    for (const { event } of steps) {
      const after = apply(seen, event);
      if (event.action !== 'u' && event.action !== 'g') {
        const foretold = predict(seen, parseAction(event.action));
        const shown = event.drawn ? [...foretold.waste.slice(0, -1), event.drawn] : foretold.waste;
        expect(foretold.score).toBe(after.score);
        expect(foretold.moves).toBe(after.moves);
        expect(shown).toEqual(after.waste);
        expect(foretold.tableau.map((card) => card === null)).toEqual(after.tableau.map((card) => card === null));
      }
      seen = after;
    }
  });
});
