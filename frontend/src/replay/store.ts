/** A replay on its page: the game, where it stands, and what an analysis has found. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Seen } from '../game/seen';
import * as words from '../messages/replay';
import { recycled, undone } from '../messages/table';
import { deed } from '../table/news';
import type { Log } from '../watch/review';
import { type Analysis, fetchAnalysis, type Game, type Mark, marksOf, readGame, UNKNOWN } from './game';
import { Player } from './player';
import { waitsOf } from './timing';

/** From `<script id="replay" type="application/json">`. */
export interface Page {
  log: Log;
  analysis: string;
  /** POST to it with another number at its end: a game of one's own from there. */
  from: string;
  csrf: string;
}

export class ReplayStore {
  readonly page: Page;
  readonly game: Game;
  readonly player: Player;
  readonly analysis: Signal<Analysis> = signal(UNKNOWN);
  readonly marks: ReadonlySignal<readonly { seq: number; mark: Mark }[]>;
  readonly seen: ReadonlySignal<Seen>;
  /** The step that led here, in words. */
  readonly said: ReadonlySignal<string>;

  constructor(page: Page) {
    this.page = page;
    this.game = readGame(page.log);
    this.player = new Player(waitsOf(this.game.steps.map(({ entry }) => entry.ms)));
    this.marks = computed(() => marksOf(this.game.steps, this.analysis.value));
    this.seen = computed(() => this.#position(this.player.at.value));
    this.said = computed(() => this.#say(this.player.at.value));
  }

  async analyse(): Promise<void> {
    this.analysis.value = await fetchAnalysis(this.page.analysis);
  }

  /** Where a game of one's own from here is asked for; null at the end, from where nothing goes on. */
  get from(): string | null {
    return this.seen.value.over ? null : this.page.from.replace(/\d+$/, String(this.player.at.value));
  }

  /** True when the key means something here. */
  press(key: string): boolean {
    const { player } = this;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => player.step(-1),
      ArrowRight: () => player.step(1),
      Home: () => player.step(-player.last),
      End: () => player.step(player.last),
      ' ': () => player.toggle(),
    };
    acts[key]?.();
    return key in acts;
  }

  #position(at: number): Seen {
    const seen = this.game.positions[at];
    if (!seen) throw new RangeError(`no position ${at}`);
    return seen;
  }

  #say(at: number): string {
    const step = this.game.steps[at - 1];
    if (!step) return words.dealt();
    const { entry } = step;
    if (entry.kind === 'undo') return undone();
    return entry.kind === 'recycle' ? recycled() : deed(entry, this.#position(at - 1));
  }
}
