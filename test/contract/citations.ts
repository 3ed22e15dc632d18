import { testCallsIn } from './test-calls.js';

/** A reference to a promise in the title of a test, as in `it('stores the slug in NFKC [2.slug-nfkc]')`. */
export interface Citation {
  id: string;
  line: number;
}

/** Matches more than valid ids, so that a misspelt citation is reported as unknown. */
const citation = /\[(\d+\.[^\]]+)\]/g;

/**
 * Finds the citations in a spec file. Citations in skipped tests do not count, because a skipped test proves nothing.
 */
export function citationsIn(sourceText: string): Citation[] {
  return testCallsIn(sourceText)
    .filter((call) => !call.modifiers.includes('skip') && !call.modifiers.includes('todo'))
    .flatMap(({ title, line }) =>
      [...title.matchAll(citation)].map((match) => ({ id: match[1] ?? '', line })),
    );
}
