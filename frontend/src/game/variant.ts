/** What the letters of a rule field mean (rules 5). */

export interface Variant {
  /** King and Ace are adjacent. */
  wrap: boolean;
  traditionalDraw: boolean;
  streakScoring: boolean;
  /** A card just drawn may pair with the waste card it covered. */
  drawnPair: boolean;
  /** A card may pair with the one card that still covers it. */
  coveredPair: boolean;
}

export function variantOf(view: { game: string; rule: string }): Variant {
  const has = (game: string, letter: string) => view.game === game && view.rule.slice(1).includes(letter);
  return {
    wrap: !view.rule.startsWith('C'),
    traditionalDraw: has('tripeaks', 'T'),
    streakScoring: has('tripeaks', 'S'),
    drawnPair: has('pyramid', 'D'),
    coveredPair: has('pyramid', 'K'),
  };
}
