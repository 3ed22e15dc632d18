const names = new Map<string, string>();

/** What a language calls itself, such as `한국어`; its code where nobody has told. */
export function languageName(locale: string): string {
  const name =
    names.get(locale) ?? new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(locale)!;
  names.set(locale, name);
  return name;
}
