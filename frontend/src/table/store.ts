/** The table: takes taps and frames, keeps the session, and says what happened. The components draw its signals. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Action, type Place, printAction } from '../game/action';
import { rank } from '../game/cards';
import { cardAt, judge, type Refusal } from '../game/judge';
import type { Seen } from '../game/seen';
import { advance, begin, type PendingAct, type Session, shown, submit, withdraw } from '../game/session';
import { type Tap, tapCard, tapStock } from '../game/tap';
import { fault, refusal as refusalWords } from '../messages/refusals';
import { headline } from '../messages/result';
import * as words from '../messages/table';
import type { Audience, Page } from '../page';
import type { Error as ErrorFrame, Event, FromServer, ProgressState, RefusedFrame, State } from '../protocol.gen';
import { settings } from '../settings';
import { type Connection, type Listener, TableSocket, tableAddress } from '../socket';
import { Crowd, type Sign } from '../watch/crowd';
import { Review } from '../watch/review';
import { Clock } from './clock';
import { entryOf, keep, type LogEntry, recall } from './log';
import { announce } from './news';
import { Notes } from './notes';

/** A tap that has not become an action yet, because it hangs on a card still on its way. */
type Intent = { on: Place | 'stock' } | { action: Action };

const REFUSED_FOR = 700;
const EVENT_WITHIN = 1_500;
const TRY_AGAIN_AFTER = 1_000;

export class TableStore implements Listener {
  readonly page: Page;
  readonly session: Signal<Session | null> = signal(null);
  /** In place of a session, for somebody who may not see the cards yet. */
  readonly locked: Signal<ProgressState | null> = signal(null);
  readonly seen: ReadonlySignal<Seen | null>;
  readonly selected: Signal<Place | null> = signal(null);
  readonly refused: Signal<readonly string[]> = signal([]);
  readonly line: Signal<Connection> = signal('connecting');
  readonly watching: Signal<number> = signal(0);
  readonly log: Signal<readonly LogEntry[]> = signal([]);
  readonly player: Signal<boolean>;
  /** Who may watch. */
  readonly audience: Signal<Audience>;
  readonly clock = new Clock();
  readonly notes = new Notes();
  readonly crowd = new Crowd();
  readonly review: Review;
  readonly #socket: TableSocket;
  #intents: Intent[] = [];
  #unrefuse: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.page = page;
    this.player = signal(page.role === 'player');
    this.audience = signal(page.watch);
    this.review = new Review(page.urls.log ?? null);
    this.seen = computed(() => this.review.seen ?? (this.session.value && shown(this.session.value)));
    this.#socket = new TableSocket(tableAddress(page.id), this);
  }

  /** Actions of this game that were taken back. */
  get undos(): number {
    const session = this.session.value;
    if (!session) return 0;
    const ended = session.confirmed.over && session.confirmed.outcome !== 'won' ? 1 : 0;
    return session.seq - session.confirmed.moves - ended;
  }

  // ---- what the player does

  tap(place: Place): void {
    this.#intend({ on: place });
  }

  tapStock(): void {
    this.#intend({ on: 'stock' });
  }

  undo(): void {
    this.#intend({ action: { kind: 'undo' } });
  }

  end(): void {
    this.#intend({ action: { kind: 'end' } });
  }

  /** A spectator's sign. */
  react(sign: Sign): void {
    this.#socket.react(sign);
  }

  #intend(intent: Intent): void {
    if (!this.player.value || !this.session.value) return;
    this.#intents.push(intent);
    batch(() => this.#work());
  }

  /** Works off the taps in their order, as far as the cards for them are known. */
  #work(): void {
    for (let intent = this.#intents[0]; intent; intent = this.#intents[0]) {
      const seen = this.seen.value;
      const tap = seen && this.#read(seen, intent);
      if (!tap || tap.kind === 'wait') return;
      this.#intents.shift();
      if (tap.kind === 'act') this.#act(tap.action);
      else if (tap.kind === 'refuse') this.#refuse(tap.refusal, tap.select);
      else this.#select(seen, tap.place);
    }
  }

  #read(seen: Seen, intent: Intent): Tap {
    if ('on' in intent) {
      const selected = this.selected.value;
      return intent.on === 'stock' ? tapStock(seen, selected) : tapCard(seen, selected, intent.on);
    }
    const verdict = judge(seen, intent.action);
    if (verdict === 'legal') return { kind: 'act', action: intent.action };
    return verdict === 'unknown' ? { kind: 'wait' } : { kind: 'refuse', refusal: verdict, select: this.selected.value };
  }

  #act(action: Action): void {
    const session = this.session.value;
    if (!session) return;
    const next = submit(session, commandId(), printAction(action));
    this.session.value = next.session;
    this.selected.value = null;
    this.refused.value = [];
    if (action.kind !== 'end') this.clock.start();
    if (this.notes.shown.value.kind === 'no') this.notes.show('quiet', '');
    if (this.#socket.ready) this.#socket.act(next.act);
  }

  #select(seen: Seen, place: Place | null): void {
    this.selected.value = place;
    const card = place === null ? null : cardAt(seen, place);
    if (card) this.notes.both('say', words.goesWith(card, 13 - rank(card)));
    else if (seen.game === 'pyramid') {
      this.notes.show('quiet', '');
      this.notes.speak(words.unselected());
    }
  }

  #refuse({ reason, places }: Refusal, select: Place | null): void {
    this.selected.value = select;
    const game = this.page.game;
    if (reason === 'game_over' || !settings.value.errorHelp) return;
    // Of a stuck game every tap is refused for the same reason.
    const stuck = this.seen.value?.outcome === 'stuck';
    this.notes.both('no', stuck ? words.stuck() : refusalWords(reason, game));
    this.refused.value = places;
    clearTimeout(this.#unrefuse);
    this.#unrefuse = setTimeout(() => {
      this.refused.value = [];
    }, REFUSED_FOR);
  }

  // ---- what the server says

  head(): number | null {
    return this.session.value?.seq ?? this.locked.value?.seq ?? null;
  }

  connection(connection: Connection): void {
    this.line.value = connection;
    if (typeof connection !== 'object') return;
    // The door is closed, after a block perhaps: what was behind it is not to be seen any more.
    this.session.value = null;
    this.locked.value = null;
  }

  resumed(): void {
    for (const act of this.session.value?.pending ?? []) this.#socket.act(act);
  }

  frame(frame: FromServer): void {
    batch(() => this.#frame(frame));
  }

  #frame(frame: FromServer): void {
    switch (frame.type) {
      case 'state':
        this.#begin(frame, this.session.value?.pending);
        break;
      case 'event':
        this.#event(frame);
        break;
      case 'progress':
        this.locked.value = frame;
        this.session.value = null;
        this.clock.set(frame.ms, frame.running);
        break;
      case 'ack':
        // Stored; if its event got lost on the way, ask.
        setTimeout(() => (this.head() ?? 0) < frame.seq && this.#socket.hello(), EVENT_WITHIN);
        break;
      case 'refused':
        this.#takeBack(frame);
        break;
      case 'stale':
        this.#stale(frame.id, frame.state);
        break;
      case 'watching':
        this.watching.value = frame.count;
        this.crowd.hear(frame);
        break;
      case 'reaction':
      case 'reactions':
        this.crowd.hear(frame);
        break;
      case 'error':
        this.#fault(frame);
    }
  }

  #fault({ reason, id }: ErrorFrame): void {
    if (reason === 'unavailable' || reason === 'too_fast') this.#tryAgain();
    else if (id && this.#drop(id)) this.notes.both('no', fault(reason));
  }

  #begin(state: State, pending: readonly PendingAct[] = []): void {
    const first = this.session.value === null;
    this.locked.value = null;
    this.session.value = begin(state, pending);
    this.player.value = state.you.role === 'player';
    this.clock.set(state.ms, state.running);
    this.selected.value = null;
    if (first) this.#welcome(state);
    this.log.value = recall(this.page.id, state.seq);
    if (first && !this.player.value) this.#recallAll();
    this.#work();
  }

  /** A spectator who comes late reads the moves of before. */
  async #recallAll(): Promise<void> {
    if (!this.session.value || !this.review.possible) return;
    const entries = await this.review.entries(this.session.value);
    const last = entries.at(-1)?.seq ?? 0;
    this.log.value = [...entries, ...this.log.value.filter(({ seq }) => seq > last)];
  }

  #welcome({ seq, running, view }: State): void {
    if (view.over) return;
    if (!this.player.value) this.notes.show('quiet', words.watching(this.page.player.name));
    else if (seq === 0) this.notes.both('quiet', running ? words.running() : words.ready());
  }

  #event(event: Event): void {
    const before = this.session.value;
    if (!before) return;
    const { session, overtaken } = advance(before, event);
    this.session.value = session;
    this.review.follow(session);
    this.clock.set(event.ms, !session.confirmed.over);
    const entry = entryOf(before.confirmed, session.confirmed, event);
    this.log.value = [...this.log.value, entry];
    keep(this.page.id, this.log.value);
    this.#checkSelection();
    if (overtaken) {
      this.#intents = [];
      this.notes.both('say', words.overtaken());
    } else if (!session.pending.length) {
      announce(this.notes, entry, event, before.confirmed);
    }
    this.notes.alarm.value = alarming(session.confirmed);
    this.#work();
  }

  /** A selection stands only while its card does. */
  #checkSelection(): void {
    const place = this.selected.value;
    if (place !== null && this.seen.value && cardAt(this.seen.value, place) === null) this.selected.value = null;
  }

  #takeBack(frame: RefusedFrame): void {
    if (!this.#drop(frame.id)) return;
    this.#refuse({ reason: frame.reason, places: frame.cards }, this.selected.value);
  }

  /** Takes back an act and all that came after it; false when it was gone already. */
  #drop(id: string): boolean {
    const { session } = this;
    if (!session.value?.pending.some((act) => act.id === id)) return false;
    session.value = withdraw(session.value, id);
    this.#intents = [];
    this.#checkSelection();
    return true;
  }

  #stale(id: string, state: State): void {
    const known = this.#drop(id);
    const session = this.session.value;
    if (!session || state.seq > session.seq) this.#begin(state);
    if (known) this.notes.both('say', words.overtaken());
  }

  #tryAgain(): void {
    if (this.line.value === 'open') this.line.value = 'lost';
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      if (!this.#socket.ready) return;
      this.line.value = 'open';
      this.resumed();
    }, TRY_AGAIN_AFTER);
  }
}

/** Only winning and being stuck may interrupt. */
function alarming({ outcome, game }: Seen): string {
  return outcome === 'won' || outcome === 'stuck' ? headline(game, outcome) : '';
}

/** Unique, and within what the protocol takes as a command id. */
function commandId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
