/** What the server's page tells the table, from `<script id="page" type="application/json">`. */
import type { GameName } from './game/names';

export type Audience = 'everyone' | 'friends' | 'link' | 'nobody';

export interface Page {
  id: string;
  game: GameName;
  title: string;
  /** The rule field of the code, such as "E". */
  rule: string;
  /** The rule in words, such as "Easy: King and Ace joined". */
  ruleName: string;
  /** null while the deal of a day is open. */
  code: string | null;
  ranked: boolean;
  /** The day of a ranked game, such as "2026-11-30". */
  day: string | null;
  player: { name: string; guest: boolean };
  role: 'player' | 'spectator';
  watch: Audience;
  /** Whether a spectator may react. */
  reactions?: boolean;
  /** Where the buttons lead; without an address there is no button. */
  urls: {
    home: string | null;
    /** How the game is played. */
    learn?: string;
    /** The moves so far, for whoever may see the cards. */
    log?: string | null;
    /** GET, of a finished game: `Result`. */
    result?: string | null;
    /** GET, of a finished game: `Analysis`. */
    analysis?: string | null;
    /** Every move again. */
    replay?: string | null;
    watch: string | null;
    leaderboard: string | null;
    signup: string | null;
    newGame: string | null;
    /** POST `watch`. */
    setWatch: string | null;
    /** POST; leads to a new game of the same deal. */
    again: string | null;
    /** POST; the other game of today. */
    next: string | null;
  };
  csrf: string;
}

/** How a finished game stands; null where it has no row, or its deal no par that the reader may know. */
export interface Result {
  rank: number | null;
  of: number | null;
  /** Rows of a hundred that are not better. */
  percentile: number | null;
  par: { score: number } | { moves: number; exact: boolean } | null;
}

/** What could have come of a finished game; null where it is not known. */
export interface Analysis {
  /** The deal, as dealt. */
  winnable: boolean | null;
  /** The number of the action after which no play could win, where one before it could. */
  lost_at: number | null;
}

export function readPage(): Page {
  return JSON.parse(document.getElementById('page')?.textContent ?? '') as Page;
}

/** Opens the dialog that the server has rendered into the page, or the page of a new game. */
export function openNewGame(page: Page): void {
  const dialog = document.getElementById('new-game');
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
  else if (page.urls.newGame) location.assign(page.urls.newGame);
}

export function hasNewGame(page: Page): boolean {
  return page.urls.newGame !== null || document.getElementById('new-game') instanceof HTMLDialogElement;
}

export async function saveAudience(page: Page, watch: Audience): Promise<boolean> {
  if (!page.urls.setWatch) return false;
  const body = new URLSearchParams({ csrfmiddlewaretoken: page.csrf, watch });
  try {
    return (await fetch(page.urls.setWatch, { method: 'POST', body })).ok;
  } catch {
    return false;
  }
}

/** Copies text, also where the page is not a secure context and has no clipboard. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'vh';
    // Inside an open dialog, since everything outside it is inert.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
