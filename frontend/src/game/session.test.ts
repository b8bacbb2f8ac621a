import { describe, expect, test } from 'vitest';
import type { Event, State } from '../protocol.gen';
import { PRINTED_TRIPEAKS, tripeaks } from '../testing/positions';
import { advance, begin, type Session, shown, submit, withdraw } from './session';

const state: State = {
  type: 'state',
  seq: 0,
  view: tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 }),
  ms: 0,
  running: false,
  you: { role: 'player', ranked: false },
};

const event = (seq: number, action: string, rest: Partial<Event> = {}): Event => ({
  type: 'event',
  seq,
  action,
  score: 500 - seq,
  moves: seq,
  ms: seq * 1000,
  ...rest,
});

function play(session: Session, ...actions: string[]): Session {
  return actions.reduce((before, action) => submit(before, `id-${action}`, action).session, session);
}

describe('what is shown is the confirmed view with the unanswered acts on it', () => {
  test('a burst of taps gets consecutive numbers and moves at once', () => {
    const session = play(begin(state), 'r20', 'r23', 'r22');
    expect(session.pending.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    const seen = shown(session);
    expect([20, 23, 22].map((place) => seen.tableau[place])).toEqual([null, null, null]);
    expect(seen.waste).toEqual(['AC', 'KC', 'AS', '2D']);
    expect([seen.score, seen.moves]).toEqual([497, 3]);
  });

  test('a card that turns up waits for the server', () => {
    const session = play(begin(state), 'r23', 'r22');
    expect(shown(session).tableau[13]).toBe('??');
    const next = advance(
      advance(session, event(1, 'r23')).session,
      event(2, 'r22', { turned: [{ place: 13, card: '7S' }] }),
    );
    expect(shown(next.session).tableau[13]).toBe('7S');
    expect(next.session.pending).toEqual([]);
  });

  test('a drawn card lies face down until the server shows it', () => {
    const session = play(begin(state), 'd');
    expect(shown(session).waste.at(-1)).toBe('??');
    expect(shown(session).stock).toBe(22);
    expect(shown(advance(session, event(1, 'd', { drawn: 'TD' })).session).waste.at(-1)).toBe('TD');
  });

  test('an undo changes nothing until the server has taken it back', () => {
    const played = advance(play(begin(state), 'r20'), event(1, 'r20')).session;
    const undoing = play(played, 'u');
    expect(shown(undoing).tableau[20]).toBeNull();
    expect(shown(undoing).undoing).toBe(true);
    const restored = advance(undoing, event(2, 'u', { view: { ...state.view, moves: 1 } })).session;
    expect(shown(restored).tableau[20]).toBe('KC');
    expect(shown(restored).moves).toBe(1);
  });
});

describe('when the server disagrees', () => {
  test('a refused act falls with all that was built on it', () => {
    const session = play(begin(state), 'r20', 'r23', 'r22');
    const seen = shown(withdraw(session, 'id-r23'));
    expect(seen.waste).toEqual(['AC', 'KC']);
    expect(seen.tableau[22]).toBe('2D');
  });

  test('an event of another tab overtakes ours', () => {
    const { session, overtaken } = advance(play(begin(state), 'r20', 'r23'), event(1, 'd', { drawn: 'TD' }));
    expect(overtaken).toBe(true);
    expect(session.pending).toEqual([]);
    expect(shown(session).waste).toEqual(['AC', 'TD']);
  });

  test('a snapshot keeps the acts that it does not hold yet', () => {
    const { pending } = play(begin(state), 'r20', 'r23');
    const stored: State = {
      ...state,
      seq: 1,
      view: {
        ...state.view,
        tableau: state.view.tableau.map((card) => (card === 'KC' ? null : card)),
        waste: ['AC', 'KC'],
      },
    };
    const session = begin(stored, pending);
    expect(session.pending.map(({ action }) => action)).toEqual(['r23']);
    expect(shown(session).waste).toEqual(['AC', 'KC', 'AS']);
  });
});
