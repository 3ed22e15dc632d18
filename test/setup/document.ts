import { randomUUID } from 'node:crypto';

/** Returns a valid body of a create, with a new path; `changes` replace or add members. */
export const newDocument = (changes: Readonly<Record<string, unknown>> = {}): object => ({
  locale: 'en',
  slug: `document-${randomUUID()}`,
  title: 'A document',
  content: 'Some *text*.',
  ...changes,
});
