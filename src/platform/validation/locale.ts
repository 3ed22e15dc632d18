const SHAPE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
/** The longest text that is looked at: no valid tag, and no other form of one, is longer. */
const MAX_TAG_LENGTH = 35;
/** First segments of our own routes; no document may live below them. */
const RESERVED = new Set(['api', 'mcp']);

/** The canonical BCP 47 `language[-Script][-REGION]` (contract 2); `undefined`: anything else, and reserved words. */
export function canonicalLocale(tag: string): string | undefined {
  // 4 MiB of subtags take 0.3 s.
  if (tag.length > MAX_TAG_LENGTH) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical && SHAPE.test(canonical) && !RESERVED.has(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}
