/**
 * Where settings are kept: in this browser, and on the server with the person whose page this is, so that they follow them from
 * browser to browser. Whoever has no session leaves nothing on the server. What has not reached it yet is kept beside, and wins over what
 * it has: the last write counts, setting by setting.
 */

export type Values = Record<string, unknown>;

const KEPT = 'solitaire.settings';
const UNSENT = 'solitaire.settings.unsent';
const SENT = 'solitaire.settings.sent';
const ADDRESS = '/settings/table';
/** A person who tries out a few settings sends them once. */
const PAUSE_MS = 400;

function read(key: string): Values {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    // Storage may be closed to us, or hold what we did not write.
    return {};
  }
}

function write(key: string, values: Values): void {
  try {
    if (isEmpty(values)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Then they last as long as the page.
  }
}

const isEmpty = (values: Values) => Object.keys(values).length === 0;

/** What the server knew of the reader when it made this page; null for somebody without a session. */
function server(): Values | null {
  const { settings } = document.documentElement.dataset;
  if (settings === undefined) return null;
  // The page may be older than what the one before has sent while this one was on its way.
  return Number(read(SENT).at) > performance.timeOrigin ? read(KEPT) : JSON.parse(settings);
}

/** The settings to begin with. `static/first-paint.js` looks at the same three places. */
export function recall(): Values {
  const theirs = server();
  if (!theirs) {
    // What somebody did not send before they signed out is not for whoever signs in next.
    write(UNSENT, {});
    return read(KEPT);
  }
  // Somebody who has none yet takes along what they chose in this browser.
  if (isEmpty(theirs)) write(UNSENT, read(KEPT));
  const all = { ...theirs, ...read(UNSENT) };
  write(KEPT, all);
  return all;
}

export function keep(changed: Values, all: Values): void {
  write(KEPT, all);
  if (!server()) return;
  write(UNSENT, { ...read(UNSENT), ...changed });
  clearTimeout(timer);
  timer = setTimeout(send, PAUSE_MS);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what is unsent. When it does not arrive, the next change, the next page or the return of the connection tries again. */
async function send(): Promise<void> {
  clearTimeout(timer);
  const unsent = read(UNSENT);
  if (isEmpty(unsent)) return;
  try {
    const answer = await fetch(ADDRESS, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrfToken() },
      body: JSON.stringify(unsent),
    });
    if (!answer.ok) return;
  } catch {
    return;
  }
  write(SENT, { at: Date.now() });
  // What has been changed in the meantime is still to be sent.
  const arrived = (name: string) => read(UNSENT)[name] === unsent[name];
  write(UNSENT, Object.fromEntries(Object.entries(read(UNSENT)).filter(([name]) => !arrived(name))));
}

/** From the cookie, and not from a form: signing in from another tab makes a new one. */
function csrfToken(): string {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? '';
}

/** Keeps this page with the server and with other tabs; `changed` is told the settings of another tab. */
export function follow(changed: (all: Values) => void): void {
  const look = () => changed(read(KEPT));
  addEventListener('storage', (event) => {
    if (event.key === KEPT) look();
  });
  addEventListener('pageshow', (event) => {
    // A page that comes back has heard nothing while it was away.
    if (event.persisted) look();
  });
  addEventListener('online', send);
  addEventListener('pagehide', send);
  send();
}
