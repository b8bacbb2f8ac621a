// Generated from games/protocol.py by `manage.py protocol`: do not edit.

export type GameName = 'tripeaks' | 'pyramid';

export type Outcome = 'won' | 'stuck' | 'resigned' | 'abandoned';

export type Reason =
  | 'not_adjacent'
  | 'blocked'
  | 'not_thirteen'
  | 'not_king'
  | 'pair_needed'
  | 'waste_pair'
  | 'own_cover'
  | 'nothing_there'
  | 'stock_empty'
  | 'stock_not_empty'
  | 'waste_empty'
  | 'no_recycles'
  | 'play_first'
  | 'nothing_to_undo'
  | 'game_over'
  | 'wrong_game';

export type ErrorReason =
  | 'malformed'
  | 'too_large'
  | 'unknown_type'
  | 'hello_first'
  | 'not_yours'
  | 'not_allowed'
  | 'no_such_game'
  | 'too_fast'
  | 'unavailable';

export interface View {
  game: GameName;
  rule: string;
  tableau: (string | null)[];
  stock: number;
  waste: string[];
  score: number;
  moves: number;
  undoable: number;
  streak: number;
  recycles_left: number | null;
  outcome: Outcome | null;
  over: boolean;
}

export interface Progress {
  cards_left: number;
  peaks: number[];
  score: number;
  moves: number;
  outcome: Outcome | null;
  over: boolean;
}

export interface Hello {
  type: 'hello';
  last_seq?: number | null;
}

export interface Act {
  type: 'act';
  id: string;
  seq: number;
  action: string;
}

export interface Ping {
  type: 'ping';
}

export interface You {
  role: 'player' | 'spectator';
  ranked: boolean;
}

export interface Turned {
  place: number;
  card: string;
}

export interface State {
  type: 'state';
  seq: number;
  view: View;
  ms: number;
  running: boolean;
  you: You;
}

export interface Event {
  type: 'event';
  seq: number;
  action: string;
  score: number;
  moves: number;
  ms: number;
  turned?: Turned[];
  drawn?: string | null;
  outcome?: Outcome | null;
  over?: boolean;
  view?: View | null;
}

export interface ProgressState {
  type: 'progress';
  seq: number;
  progress: Progress;
  ms: number;
  running: boolean;
}

export interface Ack {
  type: 'ack';
  id: string;
  seq: number;
}

export interface RefusedFrame {
  type: 'refused';
  id: string;
  reason: Reason;
  cards: string[];
}

export interface Stale {
  type: 'stale';
  id: string;
  state: State;
}

export interface Error {
  type: 'error';
  reason: ErrorReason;
  detail?: string;
  id?: string | null;
}

export interface Pong {
  type: 'pong';
  seq: number;
}

export interface Watching {
  type: 'watching';
  count: number;
}

export type FromBrowser = Hello | Act | Ping;
export type FromServer = State | Event | ProgressState | Ack | RefusedFrame | Stale | Error | Pong | Watching;
