/** For tests: the browser globals of Django's catalogue, in English. */
import { vi } from 'vitest';

export function speakEnglish(): void {
  vi.stubGlobal('gettext', (msgid: string) => msgid);
  vi.stubGlobal('ngettext', (one: string, many: string, count: number) => (count === 1 ? one : many));
  vi.stubGlobal('interpolate', (format: string, values: Record<string, string | number>) =>
    format.replace(/%\((\w+)\)s/g, (_, name: string) => String(values[name])),
  );
}
