const SHAPE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
/** Longer texts are refused unparsed: no spelling of a valid locale has more characters. */
const MAX_TAG_LENGTH = 35;
/** First path segments of the service's own routes, which no document's address may have. */
const RESERVED = new Set(['api', 'mcp']);

/** The canonical BCP 47 `language[-Script][-REGION]` (contract 2); `undefined`: any other text, or a reserved word. */
export function canonicalLocale(tag: string): string | undefined {
  // Parsing 4 MiB of subtags would take 0.3 s.
  if (tag.length > MAX_TAG_LENGTH) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical && SHAPE.test(canonical) && !RESERVED.has(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}
