import { randomUUID } from 'node:crypto';
import type { DocumentValue } from '../../src/documents/document.js';

/** A document for tests of functions that take one. */
export const SAMPLE: DocumentValue = {
  title: 'A title',
  description: '',
  tags: [],
  sources: [],
  author: { kind: 'service', name: 'An author' },
};

/** Another value of each member, for tests that go through all of them. */
export const OTHER: DocumentValue = {
  title: 'Another',
  description: 'Another',
  tags: ['another'],
  sources: ['https://another.example/'],
  author: { kind: 'ai', name: 'Another' },
};

/** The request parts of a publish that waits until its release is done, for at most 20 s. */
export const WAIT = { headers: { Prefer: 'wait=20' } };

/**
 * The request parts of a publish with the longest possible wait, 30 s. Tests with slow or many releases need this wait.
 */
export const LONG_WAIT = { headers: { Prefer: 'wait=30' } };

/** Content whose page has 6 MB, near the bound of HTML: a long address with many links to it. */
export const LONGEST = `${'[a] '.repeat(20_000)}\n\n[a]: https://example.com/${'x'.repeat(240)}`;

/** Returns a valid body of a create, with a new path. `changes` replaces or adds members. */
export const newDocument = (changes: Readonly<Record<string, unknown>> = {}): object => ({
  locale: 'en',
  slug: `document-${randomUUID()}`,
  title: 'A document',
  content: 'Some *text*.',
  ...changes,
});
