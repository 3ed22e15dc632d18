const SHAPE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
/** A longer text is refused without parsing, because no spelling of a valid locale is longer. */
const MAX_TAG_LENGTH = 35;
/** First path segments of the service's own routes that look like locales. No document may have such a locale. */
const RESERVED = new Set(['api', 'mcp']);

/**
 * Returns the locale in the canonical BCP 47 form `language[-Script][-REGION]` (contract 2); `undefined` for any other
 * text and for reserved words.
 */
export function canonicalLocale(tag: string): string | undefined {
  // Parsing a text of 4 MiB would take 0.3 s.
  if (tag.length > MAX_TAG_LENGTH) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical && SHAPE.test(canonical) && !RESERVED.has(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}
