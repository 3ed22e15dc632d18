import { LRUCache } from 'lru-cache';
import { type Html, html } from './html.js';

/** One takes some 10 KiB. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** Year, month and day (UTC) as they are written in a locale; in English where its ways are unknown. */
export function day(time: Date, locale: string): Html {
  const format = formatOf(locale);
  const { locale: language } = format.resolvedOptions();
  return html`<time datetime="${time.toISOString()}" lang="${language}" dir="auto"
    >${format.format(time)}</time
  >`;
}

/** Kept, because making one takes longer than all the rest of a page. */
function formatOf(locale: string): Intl.DateTimeFormat {
  const [known = 'en'] = Intl.DateTimeFormat.supportedLocalesOf([locale]);
  const format =
    formats.get(known) ?? new Intl.DateTimeFormat(known, { dateStyle: 'long', timeZone: 'UTC' });
  formats.set(known, format);
  return format;
}
