/**
 * A game as one browser has it: what the server has confirmed, and the acts it has not answered yet. What is shown is the
 * second applied on top of the first.
 */
import type { Event, State } from '../protocol.gen';
import { parseAction } from './action';
import { apply, predict } from './fold';
import { judge } from './judge';
import { type Seen, see } from './seen';

export interface PendingAct {
  id: string;
  seq: number;
  action: string;
}

export interface Session {
  /** The last event known. */
  seq: number;
  confirmed: Seen;
  /** Unanswered acts, with consecutive numbers from `seq + 1`. */
  pending: readonly PendingAct[];
}

/**
 * A snapshot replaces everything. An act whose number it has passed is either part of it or was overtaken; the later ones
 * stay.
 */
export function begin(state: State, pending: readonly PendingAct[] = []): Session {
  return { seq: state.seq, confirmed: see(state.view), pending: pending.filter((act) => act.seq > state.seq) };
}

/** One event further. `overtaken`: somebody else's action has taken the number of ours, and ours are dropped. */
export function advance(session: Session, event: Event): { session: Session; overtaken: boolean } {
  const own = session.pending.find((act) => act.seq === event.seq);
  const overtaken = own !== undefined && own.action !== event.action;
  return {
    session: {
      seq: event.seq,
      confirmed: apply(session.confirmed, event),
      pending: overtaken ? [] : session.pending.filter((act) => act.seq > event.seq),
    },
    overtaken,
  };
}

/** What is on the table: the confirmed view with the unanswered acts played on it. */
export function shown(session: Session): Seen {
  let seen = session.confirmed;
  for (const { action: text } of session.pending) {
    const action = parseAction(text);
    if (judge(seen, action) === 'legal') seen = predict(seen, action);
  }
  return seen;
}

export function submit(session: Session, id: string, action: string): { session: Session; act: PendingAct } {
  const act = { id, seq: session.seq + session.pending.length + 1, action };
  return { session: { ...session, pending: [...session.pending, act] }, act };
}

/** A refused act falls, and with it all that was built on it. */
export function withdraw(session: Session, id: string): Session {
  const at = session.pending.findIndex((act) => act.id === id);
  return at < 0 ? session : { ...session, pending: session.pending.slice(0, at) };
}
