import { describe, expect, it } from 'vitest';
import { createPayload, newDocument, updatePayload } from '../../../src/documents/revision.js';

const required = { locale: 'en', slug: 'a', title: 'A', content: 'Text' };
const defaults = {
  description: '',
  tags: [],
  sources: [],
  author: { kind: 'service', name: 'Gazette' },
  intent: 'draft' as const,
};
const others = {
  description: 'Short',
  tags: ['x'],
  sources: ['https://example.org/'],
  author: { kind: 'ai', name: 'Gazette' },
  intent: 'review' as const,
};

const payloadOf = (input: Parameters<typeof newDocument>[0]): Record<string, unknown> =>
  createPayload(newDocument(input, 'Gazette'), 'Gazette');

describe('the payload that is compared with a retry of a create', () => {
  it('leaves out each member that has its default', () => {
    expect(payloadOf({ ...required, ...defaults })).toEqual(required);
  });

  it('includes each member that differs from its default, such as an author with another name', () => {
    expect(payloadOf({ ...required, ...others })).toEqual({ ...required, ...others });
    const author = { kind: 'service', name: 'Another' };
    expect(payloadOf({ ...required, author })).toEqual({ ...required, author });
  });

  it('has each tag and source once, at its first position', () => {
    const twice = { tags: ['b', 'a', 'b'], sources: ['https://b/', 'https://a/', 'https://b/'] };
    const once = { tags: ['b', 'a'], sources: ['https://b/', 'https://a/'] };
    expect(payloadOf({ ...required, ...twice })).toEqual({ ...required, ...once });
  });
});

describe('the payload that is compared with a retry of an update', () => {
  it('includes each member, because no member of an update has a default', () => {
    const input = { expectedVersion: 1, ...defaults };
    expect(updatePayload(input)).toMatchObject(input);
  });

  it('leaves out the member `all` of an edit if it is false', () => {
    const edit = { find: 'a', replace: 'b' };
    const input = { expectedVersion: 1, edits: [{ ...edit, all: false }] };
    expect(updatePayload(input).edits).toEqual([edit]);
    const every = { expectedVersion: 1, edits: [{ ...edit, all: true }] };
    expect(updatePayload(every)).toMatchObject(every);
  });

  it('includes locale and slug if the update repeats them', () => {
    const fields = { expectedVersion: 1, locale: 'en', slug: 'a', title: 'B' };
    expect(updatePayload(fields)).toMatchObject(fields);
  });
});
