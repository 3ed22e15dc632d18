import { testCallsIn } from './test-calls.js';

/** A promise that the title of a test names, as in `it('stores the slug in NFKC [2.slug-nfkc]')`. */
export interface Citation {
  id: string;
  line: number;
}

/** Wider than an id may be, so that a misspelt citation is found and reported as unknown. */
const citation = /\[(\d+\.[^\]]+)\]/g;

/** The citations in a spec file. A test that does not run proves nothing: what it cites is not cited. */
export function citationsIn(sourceText: string): Citation[] {
  return testCallsIn(sourceText)
    .filter((call) => !call.modifiers.includes('skip') && !call.modifiers.includes('todo'))
    .flatMap(({ title, line }) =>
      [...title.matchAll(citation)].map((match) => ({ id: match[1] ?? '', line })),
    );
}
