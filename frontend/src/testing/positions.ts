/** For tests: views written as text, row by row from the apex, `-` for a card that is gone and `??` for one face down. */
import { type Seen, see } from '../game/seen';

interface Rest {
  rule?: string;
  waste?: string;
  stock?: number;
  score?: number;
  undoable?: number;
  recyclesLeft?: number | null;
}

const cards = (text: string) => text.split(/[\s/]+/).filter(Boolean);

function position(game: 'tripeaks' | 'pyramid', tableau: string, rest: Rest): Seen {
  const { rule = game === 'tripeaks' ? 'E' : 'N', waste = '', stock = 0, score = 500, undoable = 0 } = rest;
  return see({
    game,
    rule,
    tableau: cards(tableau).map((card) => (card === '-' ? null : card)),
    stock,
    waste: cards(waste),
    score,
    moves: 0,
    undoable,
    undos: 0,
    streak: 0,
    recycles_left: rest.recyclesLeft ?? null,
    outcome: null,
    over: false,
    paused: false,
  });
}

export const tripeaks = (tableau: string, rest: Rest = {}) => position('tripeaks', tableau, rest);
export const pyramid = (tableau: string, rest: Rest = {}) => position('pyramid', tableau, rest);

/** The deal printed for TP1-?-AAAAAAB (rules 4). */
export const PRINTED_TRIPEAKS = `?? ?? ?? / ${'?? '.repeat(6)}/ ${'?? '.repeat(9)}/ 3S 5S KC 4S 2D AS KD 8H 7C 9S`;

/** The deal printed for PY1-N-AAAAAAS (rules 4). */
export const PRINTED_PYRAMID =
  '2H / 9C JC / 2D 4S 8C / JH QS 7H 3D / AD 9S 6D 5D KH / 2C 8H QC TS AS 5C / 7C TC 3S 4D 7S 6H KD';
