import { testCallsIn } from './test-calls.js';

/** A promise that a test title cites, as in `it('stores the slug in NFKC [2.slug-nfkc]')`. */
export interface Citation {
  id: string;
  line: number;
}

/** Matches more than valid ids, so that a misspelt citation is reported as unknown. */
const citation = /\[(\d+\.[^\]]+)\]/g;

/** Finds the citations in a spec file. Skipped tests prove nothing, so their citations do not count. */
export function citationsIn(sourceText: string): Citation[] {
  return testCallsIn(sourceText)
    .filter((call) => !call.modifiers.includes('skip') && !call.modifiers.includes('todo'))
    .flatMap(({ title, line }) =>
      [...title.matchAll(citation)].map((match) => ({ id: match[1] ?? '', line })),
    );
}
