/** For tests: stands in for the browser's WebSocket, and plays the server. */
import { vi } from 'vitest';
import type { FromBrowser, FromServer } from '../protocol.gen';

export class FakeSocket {
  static last: FakeSocket;
  static made = 0;
  static readonly OPEN = 1;

  readonly sent: FromBrowser[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.last = this;
    FakeSocket.made += 1;
  }

  static install(): void {
    vi.stubGlobal('WebSocket', FakeSocket);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(frame: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
