/** How words are put together in the language of the page. */

export function language(): string {
  return document.documentElement.lang || 'en';
}

/** "a", "a and b", "a, b and c". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(words);
}

/** With a capital at the front, where the script has capitals. */
export function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/** m:ss, or h:mm:ss from an hour on. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A day such as "2026-11-30" in words. Thai dates count Gregorian years here, as the server's do. */
export function day(iso: string): string {
  const locale = language().startsWith('th') ? 'th-u-ca-gregory' : language();
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(`${iso}T00:00:00Z`));
}
