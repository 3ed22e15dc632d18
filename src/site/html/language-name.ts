import { LRUCache } from 'lru-cache';

/** Addresses name any locale that has the form of one. */
const names = new LRUCache<string, string>({ max: 500 });

/** What a language calls itself, such as `한국어`; its code where nobody has told. */
export function languageName(locale: string): string {
  const name =
    names.get(locale) ?? new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(locale)!;
  names.set(locale, name);
  return name;
}
