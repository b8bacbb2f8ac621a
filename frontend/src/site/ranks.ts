/** Rows of the day's board that move while somebody looks. The server speaks at most once a second. */
import * as words from '../messages/days';

interface Rows {
  type: 'rows';
  /** The first page as the server draws it, or nothing where this page shows other rows. */
  html?: string;
  total: number;
  rank?: number;
  counts: string;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** A page that the server does not draw for everybody is asked for again after this long. */
const ASK_AGAIN = 5_000;

export function startRanks(): void {
  const panel = document.querySelector<HTMLElement>('[data-board]');
  if (panel) follow(panel);
}

function follow(panel: HTMLElement): void {
  let wait = FIRST_WAIT;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const filters = new URL(panel.dataset.rows ?? '', location.href).search;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/board/${panel.dataset.board}/${filters}`);
    socket.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      const rows: Rows = JSON.parse(data);
      tell(rows);
      if (rows.html !== undefined && panel.dataset.first === '1') draw(panel, rows.html, rows.rank);
      else
        asking ??= setTimeout(() => ask(panel).finally(() => (asking = undefined)), ASK_AGAIN * (0.5 + Math.random()));
    };
    socket.onclose = ({ code }) => {
      // 44xx: there is nothing to follow.
      if (code >= 4400 && code < 4500) return;
      setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    };
  };
  open();
}

function tell(rows: Rows): void {
  const counts = document.querySelector('[data-live="counts"]');
  if (counts && rows.counts) counts.textContent = rows.counts;
  const own = document.querySelector('[data-live="own"]');
  if (own && rows.rank) own.textContent = words.place(rows.rank, rows.total);
}

async function ask(panel: HTMLElement): Promise<void> {
  const address = new URL(location.href);
  address.searchParams.set('part', 'rows');
  try {
    const response = await fetch(address);
    if (response.ok) draw(panel, await response.text());
  } catch {
    // The next message tries again.
  }
}

/** Puts new rows in the place of the old, and lets those that moved slide from where they were. */
export function draw(panel: HTMLElement, html: string, rank?: number): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
  const before = new Map(rowsOf(panel).map((row) => [row.dataset.row, row.getBoundingClientRect().top]));
  const template = document.createElement('template');
  template.innerHTML = html;
  markOwn(template.content, panel.dataset.own);
  keepOwn(panel, template.content, rank);
  keepLinks(panel, template.content);
  panel.replaceChildren(template.content);
  for (const row of rowsOf(panel)) {
    const was = before.get(row.dataset.row);
    const moved = was === undefined ? 0 : was - row.getBoundingClientRect().top;
    if (moved) slide(row, moved);
    if (row.dataset.row === focused) row.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  }
}

function rowsOf(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The server draws the rows for everybody: which is the reader's own is known here. */
function markOwn(root: ParentNode, own: string | undefined): void {
  for (const row of rowsOf(root)) if (own && row.dataset.row === own) row.classList.add('me');
}

/** Rows around the own one, further down, are kept below the new first rows; they go down as the own one does. */
function keepOwn(panel: HTMLElement, fresh: DocumentFragment, rank: number | undefined): void {
  const mine = panel.querySelector<HTMLElement>('tr.me');
  const body = fresh.querySelector('tbody');
  if (!mine || fresh.querySelector('tr.me') || !body) return;
  const shown = new Set(rowsOf(body).map((row) => row.dataset.row));
  const further = rankOf(mine);
  const down = rank && further ? rank - further : 0;
  for (let row: Element | null = panel.querySelector('tr.gap'); row; row = row.nextElementSibling) {
    if (!(row instanceof HTMLElement) || (row.dataset.row && shown.has(row.dataset.row))) continue;
    const copy = row.cloneNode(true) as HTMLElement;
    const was = rankOf(copy);
    const cell = copy.querySelector('.rank-c');
    if (cell && was && down) {
      copy.dataset.rank = String(was + down);
      cell.textContent = (was + down).toLocaleString(document.documentElement.lang || 'en');
    }
    body.append(copy);
  }
}

/** Which games the reader may look at is known to the page alone. */
function keepLinks(panel: HTMLElement, fresh: DocumentFragment): void {
  const links = new Map(rowsOf(panel).map((row) => [row.dataset.row, row.querySelector('.go')]));
  for (const row of rowsOf(fresh)) {
    const old = links.get(row.dataset.row);
    if (old?.querySelector('a')) row.querySelector('.go')?.replaceWith(old.cloneNode(true));
  }
}

function rankOf(row: HTMLElement): number {
  return Number(row.dataset.rank ?? 0);
}

function slide(row: HTMLElement, from: number): void {
  row.classList.remove('moved');
  row.style.translate = `0 ${from}px`;
  row.getBoundingClientRect();
  row.classList.add('moved');
  row.style.translate = '';
}
