/**
 * The one socket of a page: friends who come and go, news to ask for, and the live boards where the page shows them. What
 * a page wants is said before it opens; whoever listens hears every frame.
 */
import type { FromPage, ToPage } from '../protocol.gen';

const PING_EVERY = 25_000;
const BACKOFF_FIRST = 500;
const BACKOFF_MAX = 15_000;
/** A page that has lasted this long starts with the shortest wait again. */
const GOOD_AFTER = 5_000;
const FINAL_CODES = [4400, 4429];

type Hear = (frame: ToPage) => void;

class Lobby {
  readonly #heard = new Set<Hear>();
  #wall = false;
  #boards: string[] = [];
  #wanted = false;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Hear every frame from now on. The socket opens once all of the page's scripts have run. */
  listen(hear: Hear, { wall = false, boards = [] }: { wall?: boolean; boards?: string[] } = {}): void {
    this.#heard.add(hear);
    this.#wall ||= wall;
    this.#boards.push(...boards);
    if (this.#wanted) return;
    this.#wanted = true;
    if (document.readyState === 'complete') setTimeout(() => this.#open());
    else addEventListener('load', () => this.#open(), { once: true });
    setInterval(() => this.#send({ type: 'ping' }), PING_EVERY);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#wake());
    addEventListener('online', () => this.#wake());
    // A page that is put away keeps no socket, or the browser could not bring it back as it was.
    addEventListener('pagehide', () => this.#close());
    addEventListener('pageshow', (event) => event.persisted && this.#open());
  }

  #open(): void {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/lobby/`);
    this.#socket = socket;
    const opened = performance.now();
    const language = document.documentElement.lang.slice(0, 8);
    socket.onopen = () => this.#send({ type: 'lobby', wall: this.#wall, boards: this.#boards, language });
    socket.onmessage = ({ data }) => {
      const frame: ToPage = JSON.parse(data);
      for (const hear of this.#heard) hear(frame);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL_CODES.includes(code)) return;
      if (performance.now() - opened > GOOD_AFTER) this.#attempts = 0;
      const wait = Math.min(BACKOFF_MAX, BACKOFF_FIRST * 2 ** this.#attempts++);
      this.#retry = setTimeout(() => this.#open(), wait * (0.5 + Math.random() / 2));
    };
  }

  #close(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #wake(): void {
    this.#attempts = 0;
    this.#open();
  }

  #send(frame: FromPage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

export const lobby = new Lobby();
