import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Page } from '../page';
import type { Act, Ask, Event, FromServer, View } from '../protocol.gen';
import { change } from '../settings';
import { speakEnglish } from '../testing/english';
import { FakeSocket } from '../testing/fake-socket';
import { PRINTED_PYRAMID, PRINTED_TRIPEAKS, pyramid, tripeaks } from '../testing/positions';
import { TableStore } from './store';

const PAGE: Page = {
  id: 'x',
  game: 'tripeaks',
  title: 'TriPeaks',
  rule: 'E',
  ruleName: 'Easy',
  code: 'TP1-E-AAAAAAB',
  ranked: false,
  day: null,
  player: { name: 'mira', guest: true },
  role: 'player',
  watch: 'friends',
  urls: {
    home: '/',
    watch: null,
    leaderboard: null,
    signup: null,
    newGame: null,
    setWatch: null,
    again: null,
    next: null,
  },
  csrf: '',
};

const TRIPEAKS = tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 });
const PYRAMID = pyramid(PRINTED_PYRAMID, { waste: '8D', stock: 23, score: 0 });

let store: TableStore;

const say = (frame: FromServer) => FakeSocket.last.say(frame);
const acts = () => FakeSocket.last.sent.filter((frame): frame is Act => frame.type === 'act');
const asks = () => FakeSocket.last.sent.filter((frame): frame is Ask => frame.type === 'ask');
const actions = () => acts().map(({ seq, action }) => `${seq} ${action}`);
const event = (seq: number, action: string, rest: Partial<Event> = {}): Event => ({
  type: 'event',
  seq,
  action,
  score: 500 - seq,
  moves: seq,
  ms: seq * 1000,
  ...rest,
});

function sit(view: View, page: Partial<Page> = {}, seq = 0): void {
  store = new TableStore({ ...PAGE, id: Math.random().toString(36), game: view.game, ...page });
  FakeSocket.last.accept();
  say({ type: 'state', seq, view, ms: 0, running: false, you: { role: 'player', ranked: store.page.ranked } });
  say({ type: 'pong', seq });
}

beforeEach(() => {
  vi.useFakeTimers();
  speakEnglish();
  FakeSocket.install();
});

afterEach(() => {
  vi.useRealTimers();
  change({ errorHelp: true, deadEnds: false });
});

describe('taps', () => {
  test('ten in a row are all sent at once, with consecutive numbers', () => {
    sit(TRIPEAKS);
    for (const place of [20, 23, 22, 18, 21, 19]) store.tap(place);
    expect(actions()).toEqual(['1 r20', '2 r23', '3 r22', '4 r18', '5 r21', '6 r19']);
    expect(store.seen.value?.waste.at(-1)).toBe('5S');
  });

  test('on what a draw will turn up wait for it, in their order', () => {
    sit(TRIPEAKS);
    store.tapStock();
    store.tap(18);
    store.tap(21);
    store.tapStock();
    expect(actions()).toEqual(['1 d']);
    say(event(1, 'd', { drawn: '2C' }));
    expect(actions()).toEqual(['1 d', '2 r18', '3 r21', '4 d']);
  });

  test('after an undo wait until it is done', () => {
    sit(TRIPEAKS);
    store.tap(20);
    store.undo();
    store.tap(22);
    expect(actions()).toEqual(['1 r20', '2 u']);
    say(event(1, 'r20'));
    say(event(2, 'u', { moves: 1, view: { ...TRIPEAKS, moves: 1 } }));
    expect(actions()).toEqual(['1 r20', '2 u', '3 r22']);
  });

  test('that the rules refuse are not sent, and the reason is written and spoken', () => {
    sit(TRIPEAKS);
    store.tap(18);
    expect(actions()).toEqual([]);
    expect(store.notes.shown.value).toMatchObject({ kind: 'no', text: 'Must be one rank higher or lower' });
    expect(store.notes.spoken.value.text).toBe('Must be one rank higher or lower');
    expect(store.refused.value).toEqual(['18']);
    vi.advanceTimersByTime(1_000);
    expect(store.refused.value).toEqual([]);
  });

  test('without error help a refused tap says nothing', () => {
    change({ errorHelp: false });
    sit(TRIPEAKS);
    store.tap(18);
    expect(store.notes.shown.value.kind).toBe('quiet');
    expect(store.refused.value).toEqual([]);
  });

  test('of two Pyramid cards that do not make 13 the second stays selected (rules 2)', () => {
    sit(PYRAMID);
    store.tap(21);
    expect(store.notes.shown.value.text).toBe('7 of clubs goes with any 6');
    store.tap(25);
    expect(store.selected.value).toBe(25);
    expect(store.notes.shown.value.text).toBe('Must add up to 13');
    expect(actions()).toEqual([]);
  });

  test('the first one starts the clock', () => {
    sit(TRIPEAKS);
    expect(store.clock.running).toBe(false);
    store.tap(20);
    vi.advanceTimersByTime(2_500);
    expect(Math.floor(store.clock.shown.value / 1_000)).toBe(2);
  });
});

describe('when the server says no', () => {
  test('a refused act and all after it are put back, and the reason is said', () => {
    sit(TRIPEAKS);
    store.tap(20);
    store.tap(23);
    const [first] = acts();
    say({ type: 'refused', id: first?.id ?? '', reason: 'not_adjacent', cards: ['20'] });
    expect(store.seen.value?.tableau[23]).toBe('AS');
    expect(store.seen.value?.waste).toEqual(['AC']);
    expect(store.notes.shown.value.text).toBe('Must be one rank higher or lower');
  });

  test('a stale act brings the state of the other tab', () => {
    sit(TRIPEAKS);
    store.tap(20);
    const view = { ...TRIPEAKS, waste: ['AC', '9D'], stock: 22, moves: 1 };
    const state = {
      type: 'state',
      seq: 1,
      view,
      ms: 900,
      running: true,
      you: { role: 'player', ranked: false },
    } as const;
    say({ type: 'stale', id: acts()[0]?.id ?? '', state });
    expect(store.seen.value?.waste).toEqual(['AC', '9D']);
    expect(store.seen.value?.tableau[20]).toBe('KC');
    expect(store.notes.shown.value.text).toBe('This game went on in another tab');
  });

  test('what could not be stored is sent again with the same id, and nothing is put back', () => {
    sit(TRIPEAKS);
    store.tap(20);
    say({ type: 'error', reason: 'unavailable', id: acts()[0]?.id ?? '' });
    expect(store.line.value).toBe('lost');
    expect(store.seen.value?.tableau[20]).toBeNull();
    vi.advanceTimersByTime(1_100);
    expect(acts()).toHaveLength(2);
    expect(acts()[1]).toEqual(acts()[0]);
  });
});

describe('a break in the line', () => {
  test('acts that were not answered are sent again, those whose events come are not', () => {
    sit(TRIPEAKS);
    store.tap(20);
    store.tap(23);
    const [, second] = acts();
    FakeSocket.last.drop(1006);
    vi.advanceTimersByTime(300);
    FakeSocket.last.accept();
    say(event(1, 'r20'));
    say({ type: 'pong', seq: 1 });
    expect(acts()).toEqual([second]);
  });

  test('taps meanwhile are kept and sent afterwards', () => {
    sit(TRIPEAKS);
    FakeSocket.last.drop(1006);
    store.tap(20);
    vi.advanceTimersByTime(300);
    FakeSocket.last.accept();
    expect(actions()).toEqual([]);
    say({ type: 'pong', seq: 0 });
    expect(actions()).toEqual(['1 r20']);
  });

  test('an event that never came is asked for after its ack', () => {
    sit(TRIPEAKS);
    store.tap(20);
    say({ type: 'ack', id: acts()[0]?.id ?? '', seq: 1 });
    vi.advanceTimersByTime(1_600);
    expect(FakeSocket.last.sent).toContainEqual({ type: 'hello', last_seq: 0 });
  });
});

describe('what is said', () => {
  test('one sentence for an action, with the card that turned up', () => {
    sit(TRIPEAKS);
    store.tap(23);
    say(event(1, 'r23'));
    store.tap(22);
    say(event(2, 'r22', { turned: [{ place: 13, card: '7S' }] }));
    expect(store.notes.shown.value.text).toBe('7 of spades turned up');
    expect(store.notes.spoken.value.text).toBe('2 of diamonds played. 7 of spades turned up');
  });

  test('being stuck interrupts, and an undo ends it', () => {
    sit({ ...TRIPEAKS, stock: 1 });
    store.tapStock();
    say(event(1, 'd', { drawn: 'JH', outcome: 'stuck' }));
    expect(store.notes.alarm.value).toBe('No more moves');
    store.tap(20);
    expect(store.notes.shown.value.text).toBe('No more moves');
    store.undo();
    say(event(2, 'u', { moves: 1, view: TRIPEAKS }));
    expect(store.notes.alarm.value).toBe('');
  });

  test('a spectator cannot play', () => {
    sit(TRIPEAKS);
    say({ type: 'state', seq: 0, view: TRIPEAKS, ms: 0, running: false, you: { role: 'spectator', ranked: false } });
    store.tap(20);
    expect(actions()).toEqual([]);
  });

  test('a locked table shows progress until the cards turn over', () => {
    sit(TRIPEAKS);
    const progress = { cards_left: 11, peaks: [0, 5, 6], score: 470, moves: 30, outcome: null, over: false };
    say({ type: 'progress', seq: 30, progress, ms: 9_000, running: true });
    expect([store.seen.value, store.locked.value?.progress.cards_left]).toEqual([null, 11]);
    say({ type: 'state', seq: 30, view: TRIPEAKS, ms: 9_100, running: true, you: { role: 'spectator', ranked: true } });
    expect(store.locked.value).toBeNull();
  });
});

describe('redo', () => {
  test('plays what was taken back as a new move, until something else is played', () => {
    sit(TRIPEAKS);
    store.tap(20);
    store.undo();
    store.redo();
    say(event(1, 'r20'));
    expect(actions()).toEqual(['1 r20', '2 u']);
    say(event(2, 'u', { moves: 1, view: { ...TRIPEAKS, moves: 1 } }));
    expect(actions()).toEqual(['1 r20', '2 u', '3 r20']);
    say(event(3, 'r20', { moves: 2 }));
    store.undo();
    say(event(4, 'u', { moves: 2, view: { ...TRIPEAKS, moves: 2 } }));
    store.tap(22);
    store.redo();
    expect(actions().slice(3)).toEqual(['4 u', '5 r22']);
    expect(store.notes.shown.value.text).toBe('There is nothing to play again');
  });

  test('goes on after a reload', () => {
    const id = Math.random().toString(36);
    sit(TRIPEAKS, { id });
    store.tap(20);
    store.undo();
    say(event(1, 'r20'));
    say(event(2, 'u', { moves: 1, view: { ...TRIPEAKS, moves: 1 } }));
    sit({ ...TRIPEAKS, moves: 1 }, { id }, 2);
    store.redo();
    expect(actions()).toEqual(['3 r20']);
  });
});

describe('a hint', () => {
  const answer = (seq: number, action: string | null) =>
    say({ type: 'hint', id: asks().at(-1)?.id ?? '', seq, action });

  test('is asked of the server, marked, said, and gone with the next move', () => {
    sit(TRIPEAKS);
    store.advice.hint();
    answer(0, 'r20');
    expect(store.advice.hinted.value).toEqual(['20']);
    expect(store.notes.spoken.value.text).toBe('Hint: King of clubs');
    store.tap(22);
    expect(store.advice.hinted.value).toEqual([]);
  });

  test('for a position that is gone is not shown, and asked for again', () => {
    sit(TRIPEAKS);
    store.advice.hint();
    store.tap(20);
    answer(0, 'r20');
    expect(store.advice.hinted.value).toEqual([]);
    expect(asks()).toHaveLength(2);
    say(event(1, 'r20'));
    answer(1, 'd');
    expect(store.advice.hinted.value).toEqual(['s']);
  });

  test('says so when nothing can be done any more', () => {
    sit(TRIPEAKS);
    store.advice.hint();
    answer(0, null);
    expect(store.notes.spoken.value.text).toBe('No more moves');
  });

  test('is not to be had in the game of the day, and the reason is said', () => {
    sit(TRIPEAKS, { ranked: true });
    store.advice.hint();
    expect(asks()).toEqual([]);
    expect(store.notes.spoken.value.text).toBe('No hints in the game of the day');
    sit(TRIPEAKS);
    store.advice.hint();
    say({ type: 'refused', id: asks()[0]?.id ?? '', reason: 'ranked', cards: [] });
    expect(store.notes.shown.value).toMatchObject({ kind: 'no', text: 'Not in the game that counts for the day' });
  });

  test('is asked for again after a break in the line', () => {
    sit(TRIPEAKS);
    store.advice.hint();
    const [first] = asks();
    FakeSocket.last.drop(1006);
    vi.advanceTimersByTime(300);
    FakeSocket.last.accept();
    say({ type: 'pong', seq: 0 });
    expect(asks()).toEqual([first]);
  });
});

describe('dead ends', () => {
  const answer = (seq: number, winnable: boolean | null) =>
    say({ type: 'verdict', id: asks().at(-1)?.id ?? '', seq, winnable });

  test('are asked about only by who wants to know, and not in the game of the day', () => {
    sit(TRIPEAKS);
    change({ deadEnds: true });
    expect(asks()).toHaveLength(1);
    sit(TRIPEAKS, { ranked: true });
    expect(asks()).toEqual([]);
  });

  test('are told once for each newest position, and taken back with an undo', () => {
    change({ deadEnds: true });
    sit(TRIPEAKS);
    store.tap(20);
    store.tap(23);
    say(event(1, 'r20'));
    say(event(2, 'r23'));
    expect(asks()).toHaveLength(1);
    answer(0, false);
    expect(store.advice.lost.value).toBe(false);
    expect(asks()).toHaveLength(2);
    answer(2, false);
    expect(store.advice.lost.value).toBe(true);
    expect(store.notes.spoken.value.text).toBe('This game can no longer be won');
    store.undo();
    say(event(3, 'u', { moves: 2, view: { ...TRIPEAKS, moves: 2 } }));
    expect(store.advice.lost.value).toBe(true);
    answer(3, true);
    expect(store.advice.lost.value).toBe(false);
  });
});

describe('a pause', () => {
  const covered = { ...TRIPEAKS, paused: true, tableau: TRIPEAKS.tableau.map(() => '??'), waste: ['??'] };

  test('covers the cards and stops the clock at once, and nothing is played until it is over', () => {
    sit(TRIPEAKS);
    store.tap(20);
    say(event(1, 'r20'));
    store.pause();
    expect(store.seen.value).toMatchObject({ paused: true, waste: ['??', '??'] });
    expect(store.clock.running).toBe(false);
    say(event(2, 'h', { moves: 1, view: covered }));
    store.tapStock();
    expect(actions()).toEqual(['1 r20', '2 h']);
    expect(store.notes.shown.value.text).toBe('The game is paused');
    store.resume();
    store.resume();
    expect(actions()).toEqual(['1 r20', '2 h', '3 g']);
    say(event(3, 'g', { moves: 1, view: TRIPEAKS }));
    expect(store.seen.value).toMatchObject({ paused: false, waste: ['AC'] });
    expect(store.clock.running).toBe(true);
  });

  test('is not to be had in the game of the day', () => {
    sit(TRIPEAKS, { ranked: true });
    store.pause();
    expect(actions()).toEqual([]);
    expect(store.notes.spoken.value.text).toBe('The game of the day cannot be paused');
  });
});
