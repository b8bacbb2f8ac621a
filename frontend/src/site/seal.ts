/** Remembers the fingerprints of open days, so that the check of a past day can ask this browser what it saw then. */

const KEY = 'solitaire.seals';
/** Days that are remembered, two fingerprints each. */
const KEPT = 80;

type Seals = Record<string, string>;

function read(): Seals {
  try {
    const seals: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof seals === 'object' && seals !== null ? (seals as Seals) : {};
  } catch {
    return {};
  }
}

/** The fingerprint that this browser was shown while the day was open. */
export function remembered(name: string): string | undefined {
  return read()[name];
}

export function startSeals(): void {
  const seals = read();
  let changed = false;
  for (const element of document.querySelectorAll<HTMLElement>('[data-sealed]')) {
    const { sealed, commitment } = element.dataset;
    if (!sealed || !commitment || seals[sealed]) continue;
    seals[sealed] = commitment;
    changed = true;
  }
  if (!changed) return;
  const kept = Object.entries(seals).sort().slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Then a later check knows only what the server says.
  }
}

/** SHA-256 of a text as 64 hex digits. */
export async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
