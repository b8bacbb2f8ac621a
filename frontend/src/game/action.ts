/** What a player can do, and its one text form: `r17`, `p17+21`, `p17+w`, `pv+w`, `k17`, `kw`, `d`, `c`, `u`, `h`, `g`, `x`. */

/** A tableau place 0..27; `w` the waste top, `v` the card under it. */
export type Place = number | 'v' | 'w';

export type Action =
  | { kind: 'remove'; place: number }
  | { kind: 'pair'; first: Place; second: Place }
  | { kind: 'king'; place: Place }
  | { kind: 'draw' | 'recycle' | 'undo' | 'pause' | 'goOn' | 'end' };

const SIMPLE = { d: 'draw', c: 'recycle', u: 'undo', h: 'pause', g: 'goOn', x: 'end' } as const;

const toPlace = (text: string): Place => (text === 'v' || text === 'w' ? text : Number(text));

/** Reads what the server writes, so anything that is no action is a fault of ours. */
export function parseAction(text: string): Action {
  const simple = SIMPLE[text as keyof typeof SIMPLE];
  if (simple) return { kind: simple };
  const [first = '', second = ''] = text.slice(1).split('+');
  if (text.startsWith('r')) return { kind: 'remove', place: Number(first) };
  if (text.startsWith('k')) return { kind: 'king', place: toPlace(first) };
  if (text.startsWith('p')) return { kind: 'pair', first: toPlace(first), second: toPlace(second) };
  throw new RangeError(`not an action: ${text}`);
}

export function printAction(action: Action): string {
  switch (action.kind) {
    case 'remove':
      return `r${action.place}`;
    case 'king':
      return `k${action.place}`;
    case 'pair':
      return `p${action.first}+${action.second}`;
    case 'draw':
      return 'd';
    case 'recycle':
      return 'c';
    case 'undo':
      return 'u';
    case 'pause':
      return 'h';
    case 'goOn':
      return 'g';
    case 'end':
      return 'x';
  }
}

/** A pair in its written order: tableau places first and in order, the waste last. */
export function pair(a: Place, b: Place): Action {
  const order = (place: Place) => (place === 'w' ? 100 : place === 'v' ? 99 : place);
  return order(a) < order(b) ? { kind: 'pair', first: a, second: b } : { kind: 'pair', first: b, second: a };
}
