import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Event } from '../protocol.gen';
import { speakEnglish } from '../testing/english';
import { PRINTED_TRIPEAKS, tripeaks } from '../testing/positions';
import { fetchAnalysis, UNKNOWN } from './game';
import { Player } from './player';
import { ReplayStore } from './store';
import { waitsOf } from './timing';

const START = tripeaks(PRINTED_TRIPEAKS, { waste: 'AC', stock: 23 });
/** One card from clearing the left peak, whose apex is at place 0. */
const LAST_OF_PEAK = `2S ?? ?? / - - ${'?? '.repeat(4)}/ - - - ${'?? '.repeat(6)}/ - - - 4S 2D AS KD 8H 7C 9S`;

const event = (seq: number, action: string, rest: Partial<Event> = {}): Event => ({
  type: 'event',
  seq,
  action,
  score: 500 - seq,
  moves: seq,
  ms: seq * 1000,
  ...rest,
});

const replay = (start: typeof START, events: Event[]) =>
  new ReplayStore({ log: { start, events }, analysis: '/a', from: '/game/x/from/0', csrf: '' });

beforeEach(speakEnglish);

describe('timing', () => {
  test('a step waits as long as it took, no less than can be seen and no more than one likes to wait', () => {
    expect(waitsOf([900, 950, 60_000])).toEqual([900, 250, 2_000]);
  });

  test('a pause takes no time', () => {
    expect(waitsOf([1_000, 1_000, 1_000, 2_000])).toEqual([1_000, 0, 0, 1_000]);
  });
});

describe('the player', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('runs to the end at its speed and stops there', () => {
    const player = new Player([1_000, 1_000, 1_000]);
    player.play();
    vi.advanceTimersByTime(1_000);
    expect(player.at.value).toBe(1);
    player.hasten(4);
    vi.advanceTimersByTime(500);
    expect([player.at.value, player.playing.value]).toEqual([3, false]);
  });

  test('begins anew when it is played at its end', () => {
    const player = new Player([1_000, 1_000]);
    player.go(2);
    player.play();
    expect([player.at.value, player.playing.value]).toEqual([0, true]);
  });

  test('a step by hand stops it, within the game', () => {
    const player = new Player([1_000, 1_000]);
    player.play();
    player.step(9);
    player.step(-1);
    vi.advanceTimersByTime(9_000);
    expect([player.at.value, player.playing.value]).toEqual([1, false]);
  });

  test('where it rests at the end it begins again by itself', () => {
    const player = new Player([100], { rest: 4_000 });
    player.play();
    vi.advanceTimersByTime(100);
    expect(player.at.value).toBe(1);
    vi.advanceTimersByTime(4_000);
    expect([player.at.value, player.playing.value]).toEqual([0, true]);
  });
});

describe('the game', () => {
  test('peaks, undos and the step that lost the win are marked', () => {
    const start = tripeaks(LAST_OF_PEAK, { waste: 'AC', stock: 23 });
    const store = replay(start, [
      event(1, 'd', { drawn: '3C' }),
      event(2, 'u', { view: start, moves: 1 }),
      event(3, 'r0', { score: 599, moves: 2 }),
      event(4, 'd', { drawn: '5C', moves: 3 }),
    ]);
    expect(store.marks.value).toEqual([
      { seq: 2, mark: 'undo' },
      { seq: 3, mark: 'peak' },
    ]);
    store.analysis.value = { winnable: true, lost_at: 4 };
    expect(store.marks.value.at(-1)).toEqual({ seq: 4, mark: 'lost' });
  });

  test('a pause is a step of its own that hides no card', () => {
    const hidden = { ...START, tableau: START.tableau.map(() => '??'), waste: ['??'] };
    const store = replay(START, [
      event(1, 'h', { moves: 0, ms: 0, view: hidden }),
      event(2, 'g', { moves: 0, ms: 0, view: START }),
      event(3, 'r20', { moves: 1 }),
    ]);
    store.player.go(1);
    expect(store.said.value).toBe('Paused');
    expect(store.seen.value.waste).toEqual(['AC']);
    store.player.go(2);
    expect(store.said.value).toBe('Resumed');
    store.player.go(3);
    expect(store.said.value).toBe('King of clubs played');
    expect(store.seen.value.waste).toEqual(['AC', 'KC']);
  });

  test('keys step, jump and play; others are left alone', () => {
    const store = replay(START, [event(1, 'r20'), event(2, 'r23')]);
    const at = (key: string) => (store.press(key) ? store.player.at.value : null);
    expect(['ArrowRight', 'End', 'ArrowLeft', 'Home', 'x'].map(at)).toEqual([1, 2, 1, 0, null]);
    store.press(' ');
    expect(store.player.playing.value).toBe(true);
    store.press(' ');
    expect(store.player.playing.value).toBe(false);
  });

  test('it can be gone on with from where it stands, but not from its end', () => {
    const store = replay(START, [event(1, 'r20'), event(2, 'x', { outcome: 'resigned', over: true, moves: 1 })]);
    expect(store.from).toBe('/game/x/from/0');
    store.player.go(1);
    expect(store.from).toBe('/game/x/from/1');
    store.player.go(2);
    expect(store.from).toBeNull();
  });
});

test.each([
  ['there is none yet', async () => new Response('', { status: 404 })],
  ['the game still runs', async () => new Response('{}', { status: 409 })],
  ['the server cannot be reached', () => Promise.reject(new TypeError('offline'))],
])('without an analysis nothing is known: %s', async (_why, answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  expect(await fetchAnalysis('/a')).toEqual(UNKNOWN);
});
