const SHAPE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
/** Characters that are looked at: no tag of the form is longer, nor one that is canonicalised to it. */
const MAX_TAG_LENGTH = 35;
/** First segments of our own routes; no document may live below them. */
const RESERVED = new Set(['api', 'mcp']);

/**
 * The canonical form of a BCP 47 `language[-Script][-REGION]` (contract 2), as
 * `Intl.getCanonicalLocales` gives it; `undefined` for anything else, reserved words included.
 */
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
