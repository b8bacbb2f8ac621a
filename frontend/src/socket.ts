/**
 * The websocket of a table: joins, resumes after a break from the last event known, keeps events in order without gap or
 * repetition, and notices when the line has gone quiet. It knows no rules.
 */
import type { Act, Ask, FromBrowser, FromServer, React } from './protocol.gen';

/** `closed` is final and carries the code; `lost` is said only once a break has lasted. */
export type Connection = 'connecting' | 'open' | 'lost' | 'offline' | { closed: number };

export interface Listener {
  /** The last sequence number known, or null without any. */
  head(): number | null;
  frame(frame: FromServer): void;
  /** Everything missed has come: now send again what was never answered. */
  resumed(): void;
  connection(connection: Connection): void;
}

const PING_EVERY = 20_000;
const ANSWER_WITHIN = 6_000;
const SAY_LOST_AFTER = 1_000;
/** A connection that has lasted this long was a good one: the next break starts with the shortest wait again. */
const GOOD_AFTER = 3_000;
const BACKOFF_FIRST = 250;
const BACKOFF_MAX = 4_000;
const FINAL_CODES = [4400, 4403, 4404, 4429];

type Timer = ReturnType<typeof setTimeout> | undefined;

export function tableAddress(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/game/${encodeURIComponent(id)}/`;
}

/** Unique, and within what the protocol takes as a command id. */
export function commandId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #resumed = false;
  #attempts = 0;
  #stopped = false;
  #retry: Timer;
  #sayLost: Timer;
  #answer: Timer;
  #good: Timer;
  #ping: ReturnType<typeof setInterval>;
  readonly #address: string;
  readonly #listener: Listener;

  constructor(address: string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    this.#ping = setInterval(() => this.#send({ type: 'ping' }), PING_EVERY);
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#wake);
    this.#open();
  }

  /** Whether acts are taken now; otherwise they go out when the table is resumed. */
  get ready(): boolean {
    return this.#resumed;
  }

  act(act: Omit<Act, 'type'>): void {
    this.#send({ type: 'act', ...act });
  }

  ask(ask: Omit<Ask, 'type'>): void {
    this.#send({ type: 'ask', ...ask });
  }

  react(sign: React['sign']): void {
    this.#send({ type: 'react', sign });
  }

  /** Asks for what is missing, and then for the head as a sign that nothing more is. */
  hello(): void {
    const head = this.#listener.head();
    this.#send(head === null ? { type: 'hello' } : { type: 'hello', last_seq: head });
    this.#send({ type: 'ping' });
  }

  /** Breaks the line to make it anew. */
  restart(): void {
    this.#socket?.close();
    this.#lose();
  }

  close(): void {
    this.#stopped = true;
    for (const timer of [this.#retry, this.#sayLost, this.#answer, this.#good]) clearTimeout(timer);
    clearInterval(this.#ping);
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#socket?.close();
    this.#socket = null;
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#sayLost ??= setTimeout(this.#tellLost, SAY_LOST_AFTER);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    // A socket that was given up may still speak: only the current one counts.
    const current = () => this.#socket === socket;
    socket.onopen = () => current() && this.hello();
    socket.onmessage = ({ data }) => current() && this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => current() && this.#closed(code);
    this.#expectAnswer();
  }

  #closed(code: number): void {
    if (FINAL_CODES.includes(code)) {
      this.close();
      this.#listener.connection({ closed: code });
    } else {
      this.#lose();
    }
  }

  #lose(): void {
    if (this.#stopped) return;
    this.#socket = null;
    this.#resumed = false;
    for (const timer of [this.#answer, this.#good, this.#retry]) clearTimeout(timer);
    this.#answer = undefined;
    this.#sayLost ??= setTimeout(this.#tellLost, SAY_LOST_AFTER);
    const backoff = Math.min(BACKOFF_MAX, BACKOFF_FIRST * 2 ** this.#attempts++);
    // Jitter, so that a restarted server does not get everybody at once.
    this.#retry = setTimeout(() => this.#open(), backoff * (0.5 + Math.random() / 2));
  }

  #send(frame: FromBrowser): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(frame));
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#answer ??= setTimeout(() => {
      this.#answer = undefined;
      this.restart();
    }, ANSWER_WITHIN);
  }

  #receive(frame: FromServer): void {
    clearTimeout(this.#answer);
    this.#answer = undefined;
    const head = this.#listener.head();
    if (frame.type === 'event') {
      if (head !== null && frame.seq <= head) return;
      if (head === null || frame.seq > head + 1) {
        this.hello();
        return;
      }
    }
    if (frame.type === 'pong') {
      if (frame.seq > (head ?? -1)) this.hello();
      else this.#resume();
      return;
    }
    if (frame.type === 'error' && frame.reason === 'hello_first') this.hello();
    this.#listener.frame(frame);
  }

  #resume(): void {
    clearTimeout(this.#sayLost);
    this.#sayLost = undefined;
    if (this.#resumed) return;
    this.#resumed = true;
    this.#good = setTimeout(() => {
      this.#attempts = 0;
    }, GOOD_AFTER);
    this.#listener.connection('open');
    this.#listener.resumed();
  }

  // Back in front, or back on the net: do not sit out the backoff.
  #wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (this.#socket) this.#send({ type: 'ping' });
    else {
      this.#attempts = 0;
      this.#open();
    }
  };

  #tellLost = () => this.#listener.connection(navigator.onLine ? 'lost' : 'offline');

  #offline = () => {
    this.#listener.connection('offline');
    this.restart();
  };
}
