/** Cards as the protocol writes them: rank and suit, such as `7C` or `TD`; `XX` is the joker, `??` a face not seen. */

export const HIDDEN = '??';
export const JOKER = 'XX';
export const KING = 13;

const RANKS = 'A23456789TJQK';

export type Suit = 's' | 'h' | 'd' | 'c' | 'joker';

/** 1 (Ace) to 13 (King); 14 for the joker, which makes 13 with nothing. */
export function rank(card: string): number {
  return card === JOKER ? 14 : RANKS.indexOf(card.charAt(0)) + 1;
}

export function suit(card: string): Suit {
  return card === JOKER ? 'joker' : (card.charAt(1).toLowerCase() as Suit);
}

/** The letter of a rank, as in the name of its drawing: `A`, `2` ... `9`, `T`, `J`, `Q`, `K`, and `X` for the joker. */
export function letter(card: string): string {
  return card.charAt(0);
}
