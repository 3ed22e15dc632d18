import { LRUCache } from 'lru-cache';
import { type Html, html } from './html.js';

/**
 * Maximum number of cached names, and of cached formats. Making a format takes longer than making the rest of a page.
 */
const MAX_KEPT = 200;
const names = new LRUCache<string, string>({ max: MAX_KEPT });
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_KEPT });

/** ISO 15924 codes of the scripts in use today that run from right to left. */
const RIGHT_TO_LEFT = new Set('Adlm Arab Hebr Mand Nkoo Rohg Samr Syrc Thaa'.split(' '));

/**
 * Returns the writing direction of a canonical locale. A locale without a script has the usual script of its language.
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(locale).maximize();
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}

/**
 * Returns the name of a language in that language, such as `한국어`. If this name is unknown, returns the English name. If
 * the English name is unknown too, returns the code of the language.
 */
export function languageName(locale: string): string {
  const name =
    names.get(locale) ?? new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(locale)!;
  names.set(locale, name);
  return name;
}

/** Shows a date (UTC) in the format of a locale, or in the English format if the locale is unknown. */
export function day(time: Date, locale: string): Html {
  const format = formatOf(locale);
  const { locale: language } = format.resolvedOptions();
  return html`<time datetime="${time.toISOString()}" lang="${language}" dir="auto"
    >${format.format(time)}</time
  >`;
}

function formatOf(locale: string): Intl.DateTimeFormat {
  const [known = 'en'] = Intl.DateTimeFormat.supportedLocalesOf([locale]);
  const format =
    formats.get(known) ?? new Intl.DateTimeFormat(known, { dateStyle: 'long', timeZone: 'UTC' });
  formats.set(known, format);
  return format;
}
