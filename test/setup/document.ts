import { randomUUID } from 'node:crypto';

/** A body that a create accepts, at a path of its own; `changes` replace or add members. */
export const newDocument = (changes: Readonly<Record<string, unknown>> = {}): object => ({
  locale: 'en',
  slug: `document-${randomUUID()}`,
  title: 'A document',
  content: 'Some *text*.',
  ...changes,
});
