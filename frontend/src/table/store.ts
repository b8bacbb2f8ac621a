/** The table: takes taps and frames, keeps the session, and says what happened. The components draw its signals. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Action, type Place, parseAction, printAction } from '../game/action';
import { rank } from '../game/cards';
import { cardAt, judge, type Refusal } from '../game/judge';
import { placesOf } from '../game/legal';
import { redoable } from '../game/redo';
import type { Seen } from '../game/seen';
import { advance, begin, type PendingAct, type Session, shown, submit, withdraw } from '../game/session';
import { type Tap, tapCard, tapStock } from '../game/tap';
import { fault, refusal as refusalWords } from '../messages/refusals';
import { headline } from '../messages/result';
import * as words from '../messages/table';
import type { Audience, Page } from '../page';
import type { Error as ErrorFrame, Event, FromServer, ProgressState, RefusedFrame, State } from '../protocol.gen';
import { settings } from '../settings';
import { type Connection, commandId, type Listener, TableSocket, tableAddress } from '../socket';
import { Crowd, type Sign } from '../watch/crowd';
import { Review } from '../watch/review';
import { Advice } from './advice';
import { Clock } from './clock';
import { entryOf, keep, type LogEntry, recall } from './log';
import { announce } from './news';
import { Notes } from './notes';
import { play } from './sound';

/** A tap that has not become an action yet, because it hangs on a card still on its way. */
type Intent = { on: Place | 'stock' } | { action: Action } | 'redo';

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
  /** What was taken back and can be played again, the next one last. */
  readonly redoable: ReadonlySignal<readonly string[]>;
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
  readonly advice: Advice;
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
    this.redoable = computed(() => {
      const pending = this.session.value?.pending ?? [];
      return redoable([...this.log.value, ...pending], this.position);
    });
    this.#socket = new TableSocket(tableAddress(page.id), this);
    this.advice = new Advice(this, (question) => this.#socket.ready && this.#socket.ask(question));
  }

  /** The number of the last action on the table, unanswered ones included. */
  get position(): number {
    const session = this.session.value;
    return session ? session.seq + session.pending.length : 0;
  }

  // ---- what the player does

  tap(place: Place): void {
    this.#intend({ on: place });
  }

  tapStock(): void {
    this.#intend({ on: 'stock' });
  }

  /** What an undo brings back only the server knows: without a line nothing would be seen of it, so it is not taken. */
  undo(): void {
    if (this.line.value === 'open') this.#intend({ action: { kind: 'undo' } });
  }

  redo(): void {
    this.#intend('redo');
  }

  pause(): void {
    if (this.page.ranked && this.player.value) this.notes.both('no', words.noPause());
    else this.#intend({ action: { kind: 'pause' } });
  }

  resume(): void {
    const asked = this.session.value?.pending.some(({ action }) => action === 'g');
    if (!asked) this.#intend({ action: { kind: 'goOn' } });
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
    const select = this.selected.value;
    if (intent !== 'redo' && 'on' in intent) {
      return intent.on === 'stock' ? tapStock(seen, select) : tapCard(seen, select, intent.on);
    }
    const undone = this.redoable.value.at(-1);
    const action = intent !== 'redo' ? intent.action : undone && parseAction(undone);
    if (!action) return { kind: 'refuse', refusal: { reason: 'nothing_to_redo', places: [] }, select };
    const verdict = judge(seen, action);
    if (verdict === 'legal') return { kind: 'act', action };
    return verdict === 'unknown' ? { kind: 'wait' } : { kind: 'refuse', refusal: verdict, select };
  }

  #act(action: Action): void {
    const session = this.session.value;
    if (!session) return;
    const next = submit(session, commandId(), printAction(action));
    this.session.value = next.session;
    this.selected.value = null;
    this.refused.value = [];
    this.advice.clear();
    if (action.kind === 'pause') this.clock.stop();
    else if (action.kind !== 'goOn' && action.kind !== 'end') this.clock.start();
    if (action.kind === 'draw' || action.kind === 'recycle' || action.kind === 'undo') play('turn');
    else if (placesOf(action).length) play('place');
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
    if (reason === 'game_over') return;
    play('refuse');
    if (!settings.value.errorHelp) return;
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
    this.log.value = [];
    this.watching.value = 0;
    this.clock.set(0, false);
  }

  resumed(): void {
    for (const act of this.session.value?.pending ?? []) this.#socket.act(act);
    this.advice.again();
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
      case 'hint':
      case 'verdict':
        this.advice.hear(frame);
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
    else if (id && (this.advice.drop(id) || this.#drop(id))) this.notes.both('no', fault(reason));
  }

  #begin(state: State, pending: readonly PendingAct[] = []): void {
    const first = this.session.value === null;
    this.locked.value = null;
    this.session.value = begin(state, pending);
    this.player.value = state.you.role === 'player';
    this.clock.set(state.ms, state.running);
    this.selected.value = null;
    this.advice.clear();
    if (first) this.#welcome(state);
    this.log.value = recall(this.page.id, state.seq);
    if (first && this.log.value.length < state.seq) this.#recallAll();
    this.#work();
  }

  /** Who comes late, or from another device, reads the moves of before. */
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
    const { over, paused, outcome } = session.confirmed;
    this.clock.set(event.ms, !over && !paused);
    this.advice.clear();
    const entry = entryOf(before.confirmed, session.confirmed, event);
    this.log.value = [...this.log.value, entry];
    keep(this.page.id, this.log.value);
    this.#checkSelection();
    if (outcome === 'won') play('win');
    else if (entry.peak) play('peak');
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
    if (this.advice.refused(frame) || !this.#drop(frame.id)) return;
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
