// Written by `manage.py protocol` from games/protocol.py.

/** A position as its player and its spectators see it. */
export interface View {
  game: 'tripeaks' | 'pyramid';
  /** The canonical rule field of the code, such as "E" or "NS2". */
  rule: string;
  /** 28 places, row by row from the apex: a card such as "7C" ("TD" is the 10 of diamonds), "??" for a card that lies face down, null for one that is gone. While the game is paused every card is "??", in the waste too. */
  tableau: (string | null)[];
  /** How many cards the stock holds. */
  stock: number;
  /** Face up, top card last; "XX" is the joker. */
  waste: string[];
  score: number;
  moves: number;
  /** How many actions can be taken back now. */
  undoable: number;
  /** How many actions have been taken back so far. */
  undos: number;
  /** Removals in a row. */
  streak: number;
  /** null where there is no limit. */
  recycles_left: number | null;
  outcome: 'won' | 'stuck' | 'resigned' | 'abandoned' | null;
  /** False for a stuck game that can still be undone. */
  over: boolean;
  paused: boolean;
}

/** A position for those who may not see its cards yet. */
export interface Progress {
  cards_left: number;
  /** Cards left of each peak; empty for Pyramid. */
  peaks: number[];
  score: number;
  moves: number;
  outcome: 'won' | 'stuck' | 'resigned' | 'abandoned' | null;
  over: boolean;
}

/** Who you are at this table. */
export interface You {
  role: 'player' | 'spectator';
  /** Whether this is the one game that counts for its day. */
  ranked: boolean;
}

/** A tableau card that has just turned face up. */
export interface Turned {
  place: number;
  card: string;
}

/** A friend, as they are now. */
export interface Friend {
  name: string;
  /** Whether they are here. */
  on: boolean;
  /** The game they play, if you may watch it. */
  game: string | null;
  /** Of that game. */
  title: string;
}

/** What has happened on one of the boards. */
export interface On {
  id: string;
  frame: Event | ProgressState | Watching;
}

/** Join the table, or come back to it. The first frame of a socket. */
export interface Hello {
  type: 'hello';
  /** The last sequence number you have; events after it follow. Without it, or with one too old, a `state` follows. */
  last_seq?: number;
}

/** Do something. Answered by `ack`, `refused`, `stale` or `error`, in the order of the acts. */
export interface Act {
  type: 'act';
  /** Your own unique command id. The same id again gets the same `ack` and adds nothing. */
  id: string;
  /** The number the action will have: one more than the last you know of, your own unanswered acts included. */
  seq: number;
  /** `r17` remove, `p17+21` `p17+w` `pv+w` pair, `k17` `kw` King, `d` draw, `c` recycle, `u` undo, `h` pause, `g` go on, `x` end. A ranked game cannot be paused. */
  action: string;
}

/** A question of the player about their own game. Answered by `hint` or `verdict`; by `refused` while the game counts for its day, is paused, or is over; or by `error`, such as `too_fast` before the last answer. */
export interface Ask {
  type: 'ask';
  id: string;
  /** `hint`: something that can be done now, by the cards that can be seen. `verdict`: can the game still be won? */
  what: 'hint' | 'verdict';
}

/** Ask for the head. Send one at least every 30 seconds to keep a quiet socket open. */
export interface Ping {
  type: 'ping';
}

/** A spectator's sign. At most one in two seconds, three at once; further ones are dropped. */
export interface React {
  type: 'react';
  sign: 'clap' | 'wow' | 'heart' | 'laugh' | 'think' | 'luck';
}

/** A whole snapshot: forget what you had. Also the answer when your `last_seq` cannot be resumed. */
export interface State {
  type: 'state';
  seq: number;
  view: View;
  /** Milliseconds the game has run, at the moment of sending. */
  ms: number;
  /** Whether the clock runs on from `ms`: not before the start, during a pause, or after the end. */
  running: boolean;
  you: You;
}

/** One action further. Apply it to the view you have: take away the cards it names, turn the cards in `turned`. */
export interface Event {
  type: 'event';
  seq: number;
  action: string;
  score: number;
  moves: number;
  /** Milliseconds since the start when the action was judged, without the pauses. */
  ms: number;
  turned?: Turned[];
  /** The card a draw turned onto the waste. */
  drawn?: string;
  outcome?: 'won' | 'stuck' | 'resigned' | 'abandoned';
  over?: boolean;
  /** After an undo or a pause the view it restored, and at a pause the one without cards: use it in place of yours. */
  view?: View;
}

/** In place of `state` and `event`, for somebody who may not see the cards before finishing the same deal. */
export interface ProgressState {
  type: 'progress';
  seq: number;
  progress: Progress;
  ms: number;
  running: boolean;
}

/** Stored: the action will survive a crash. */
export interface Ack {
  type: 'ack';
  id: string;
  seq: number;
}

/** The rules forbid the action; nothing has changed. */
export interface RefusedFrame {
  type: 'refused';
  id: string;
  /** The rule that refuses it, by its key. */
  reason: 'not_adjacent' | 'blocked' | 'not_thirteen' | 'not_king' | 'waste_pair' | 'own_cover' | 'nothing_there' | 'stock_empty' | 'stock_not_empty' | 'waste_empty' | 'no_recycles' | 'play_first' | 'nothing_to_undo' | 'game_over' | 'paused' | 'not_paused' | 'ranked' | 'wrong_game';
  /** The places it is about: "17", "w" the waste, "s" the stock. */
  cards: string[];
}

/** The answer to `ask`. */
export interface Hint {
  type: 'hint';
  id: string;
  /** The last action of the position it is about. */
  seq: number;
  /** A legal action; null when there is none. */
  action: string | null;
}

/** The answer to `ask`. */
export interface Verdict {
  type: 'verdict';
  id: string;
  /** The last action of the position it is about. */
  seq: number;
  /** Whether it can still be won, by the cards that lie face down too; null when that took too long to find out. */
  winnable: boolean | null;
}

/** The game has moved on, in another tab perhaps: your action was for a position that is gone, and is not stored. */
export interface Stale {
  type: 'stale';
  id: string;
  state: State;
}

/** The frame cannot be used. After `no_such_game`, `not_allowed` and many faults the socket closes with 44xx. */
export interface Error {
  type: 'error';
  reason: 'malformed' | 'too_large' | 'unknown_type' | 'hello_first' | 'not_yours' | 'not_allowed' | 'no_such_game' | 'too_fast' | 'unavailable';
  detail?: string;
  /** The command it is about, where there is one. */
  id?: string;
}

/** The head: if it is past what you have, say `hello` with your `last_seq`. */
export interface Pong {
  type: 'pong';
  seq: number;
}

/** How many people watch this table now. Spectators are not told where the player hides it. */
export interface Watching {
  type: 'watching';
  count: number;
  /** The names of your own friends among them. */
  friends?: string[];
}

/** Somebody who watches has made a sign. Of a ranked game its player hears `reactions` when it is over instead. */
export interface Reaction {
  type: 'reaction';
  sign: 'clap' | 'wow' | 'heart' | 'laugh' | 'think' | 'luck';
  /** Who, if they are your friend. */
  by?: string;
}

/** To the player of a ranked game that has ended: the signs made while it ran. */
export interface Reactions {
  type: 'reactions';
  signs: ('clap' | 'wow' | 'heart' | 'laugh' | 'think' | 'luck')[];
}

/** The first frame of a page's one socket, ``/ws/lobby/``: say what concerns the page from now on. */
export interface Lobby {
  type: 'lobby';
  /** Whether the page shows the wall of live boards. */
  wall?: boolean;
  /** Otherwise the games whose live boards it shows. */
  boards?: string[];
  /** Of the titles that come. */
  language?: string;
}

/** Your friends, all of them: the answer to `lobby`, and again whenever who they are has changed. */
export interface Friends {
  type: 'friends';
  friends: Friend[];
}

/** One of them has come, gone, or begun or ended a game. */
export interface FriendNow {
  type: 'friend';
  friend: Friend;
}

/** There may be something new to tell: ask ``/notices/``. */
export interface News {
  type: 'news';
}

/** Which boards there are, in their order. One that is not named is gone. */
export interface Wall {
  type: 'wall';
  friends: string[];
  everyone: string[];
  /** Further games that are played for everyone. */
  more: number;
}

/** A board on the wall, whole: one that is new, or that has to be drawn again. */
export interface Tile {
  type: 'tile';
  id: string;
  player: string;
  /** What the drawing beside the name is made from. */
  avatar: string;
  kind: 'tripeaks' | 'pyramid';
  title: string;
  rule: string;
  watching: number;
  table: State | ProgressState;
}

/** What has happened on the wall in the last tenth of a second, in order. */
export interface Boards {
  type: 'boards';
  on: On[];
}

export type FromBrowser = Hello | Act | Ask | Ping | React;

export type FromServer = State | Event | ProgressState | Ack | RefusedFrame | Hint | Verdict | Stale | Error | Pong | Watching | Reaction | Reactions;

export type FromPage = Lobby | Ping;

export type ToPage = Friends | FriendNow | News | Wall | Tile | Boards | Error | Pong;
