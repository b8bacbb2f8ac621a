import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromServer } from './protocol.gen';
import { type Connection, TableSocket } from './socket';
import { FakeSocket } from './testing/fake-socket';

let head: number | null;
let frames: FromServer[];
let connections: Connection[];
let resumed: number;
let socket: TableSocket;

const listener = {
  head: () => head,
  frame: (frame: FromServer) => {
    frames.push(frame);
    if ('seq' in frame) head = frame.seq;
  },
  resumed: () => {
    resumed += 1;
  },
  connection: (connection: Connection) => {
    connections.push(connection);
  },
};

const event = (seq: number): FromServer => ({ type: 'event', seq, action: 'd', score: 499, moves: seq, ms: 0 });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.install();
  [head, frames, connections, resumed] = [null, [], [], 0];
  socket = new TableSocket('ws://here/ws/game/x/', listener);
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

describe('joining', () => {
  test('says hello, and is there once the head is known', () => {
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ type: 'hello' }, { type: 'ping' }]);
    expect(socket.ready).toBe(false);
    head = 0;
    FakeSocket.last.say({ type: 'pong', seq: 0 });
    expect([socket.ready, resumed, connections]).toEqual([true, 1, ['open']]);
  });

  test('asks again as long as the head is past what came', () => {
    FakeSocket.last.accept();
    head = 3;
    FakeSocket.last.say({ type: 'pong', seq: 5 });
    expect(socket.ready).toBe(false);
    expect(FakeSocket.last.sent.slice(2)).toEqual([{ type: 'hello', last_seq: 3 }, { type: 'ping' }]);
  });
});

describe('events keep their order', () => {
  beforeEach(() => {
    head = 4;
    FakeSocket.last.accept();
    FakeSocket.last.say({ type: 'pong', seq: 4 });
    FakeSocket.last.sent.length = 0;
  });

  test('the next one passes, a repeated one does not', () => {
    FakeSocket.last.say(event(5));
    FakeSocket.last.say(event(5));
    expect(frames).toEqual([event(5)]);
  });

  test('at a gap the missing ones are asked for, and the early one waits for them', () => {
    FakeSocket.last.say(event(7));
    expect(frames).toEqual([]);
    expect(FakeSocket.last.sent).toEqual([{ type: 'hello', last_seq: 4 }, { type: 'ping' }]);
    for (const seq of [5, 6, 7]) FakeSocket.last.say(event(seq));
    expect(frames.map((frame) => 'seq' in frame && frame.seq)).toEqual([5, 6, 7]);
  });
});

describe('a break', () => {
  beforeEach(() => {
    head = 4;
    FakeSocket.last.accept();
    FakeSocket.last.say({ type: 'pong', seq: 4 });
  });

  test('is mended from the last event known', () => {
    const first = FakeSocket.last;
    first.drop(1012);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.last).not.toBe(first);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toEqual({ type: 'hello', last_seq: 4 });
    FakeSocket.last.say({ type: 'pong', seq: 4 });
    expect(resumed).toBe(2);
  });

  test('is not spoken of within the first second', () => {
    FakeSocket.last.drop(1006);
    vi.advanceTimersByTime(900);
    expect(connections).toEqual(['open']);
    vi.advanceTimersByTime(200);
    expect(connections).toEqual(['open', 'lost']);
  });

  test('is tried again more and more slowly, but at least every four seconds', () => {
    const before = FakeSocket.made;
    for (let second = 0; second < 60; second += 1) {
      FakeSocket.last.drop(1006);
      vi.advanceTimersByTime(1_000);
    }
    expect(FakeSocket.made - before).toBeGreaterThan(14);
    expect(FakeSocket.made - before).toBeLessThan(40);
  });

  test('is noticed when nothing is answered any more', () => {
    const first = FakeSocket.last;
    vi.advanceTimersByTime(20_000);
    expect(first.sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(7_000);
    expect(FakeSocket.last).not.toBe(first);
  });

  test.each([4400, 4403, 4404, 4429])('is final with code %i', (code) => {
    const { made } = FakeSocket;
    FakeSocket.last.drop(code);
    vi.advanceTimersByTime(30_000);
    expect(connections.at(-1)).toEqual({ closed: code });
    expect(FakeSocket.made).toBe(made);
  });

  test('with code 4408 the table is joined again', () => {
    const { made } = FakeSocket;
    FakeSocket.last.drop(4408);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made).toBe(made + 1);
  });
});
