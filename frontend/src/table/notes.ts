/** What is written in the message line and what is spoken: one sentence for each action. */
import { type Signal, signal } from '@preact/signals';

export interface Note {
  /** `quiet` words on the felt, `say` news, `no` a refusal. */
  kind: 'quiet' | 'say' | 'no';
  text: string;
  /** Counts up, so that the same words twice are news twice. */
  serial: number;
}

export class Notes {
  readonly shown: Signal<Note> = signal({ kind: 'quiet', text: '', serial: 0 });
  /** For the polite live region. */
  readonly spoken: Signal<{ text: string; serial: number }> = signal({ text: '', serial: 0 });
  /** For the assertive one: won and stuck only. */
  readonly alarm: Signal<string> = signal('');

  show(kind: Note['kind'], text: string): void {
    this.shown.value = { kind, text, serial: this.shown.value.serial + 1 };
  }

  speak(text: string): void {
    this.spoken.value = { text, serial: this.spoken.value.serial + 1 };
  }

  both(kind: Note['kind'], text: string): void {
    this.show(kind, text);
    this.speak(text);
  }
}
