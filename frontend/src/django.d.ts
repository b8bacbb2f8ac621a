/** The globals of the catalogue (`/jsi18n/`, templates/catalogue.js), which the page loads before our own scripts. */
declare function gettext(msgid: string): string;
declare function ngettext(singular: string, plural: string, count: number): string;
declare function interpolate(format: string, values: Record<string, string | number>, named: true): string;
