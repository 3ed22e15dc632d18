import { describe, expect, it } from 'vitest';
import {
  createPayload,
  newDocument,
  updatePayload,
} from '../../../../src/publications/document/revision.js';

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

describe('what a retry of a create is compared by', () => {
  it.each(Object.entries(defaults))('does not hold %s at its default', (name, value) => {
    expect(payloadOf({ ...required, [name]: value })).toEqual(payloadOf(required));
  });

  it.each(Object.entries(others))('holds %s away from its default', (name, value) => {
    expect(payloadOf({ ...required, [name]: value })).toEqual({ ...required, [name]: value });
  });

  it('tells an author of another name from the default', () => {
    const author = { kind: 'service', name: 'Another' };
    expect(payloadOf({ ...required, author })).toEqual({ ...required, author });
  });

  it('has each tag and source once, the first kept', () => {
    const twice = { tags: ['b', 'a', 'b'], sources: ['https://b/', 'https://a/', 'https://b/'] };
    const once = { tags: ['b', 'a'], sources: ['https://b/', 'https://a/'] };
    expect(payloadOf({ ...required, ...twice })).toEqual({ ...required, ...once });
  });
});

describe('what a retry of an update is compared by', () => {
  it.each(Object.entries(defaults))('holds %s, which has no default there', (name, value) => {
    const input = { expectedVersion: 1, [name]: value };
    expect(updatePayload(input)).toMatchObject(input);
  });

  it('does not hold that an edit is not of every occurrence', () => {
    const edit = { find: 'a', replace: 'b' };
    const input = { expectedVersion: 1, edits: [{ ...edit, all: false }] };
    expect(updatePayload(input).edits).toEqual([edit]);
    const every = { expectedVersion: 1, edits: [{ ...edit, all: true }] };
    expect(updatePayload(every)).toMatchObject(every);
  });

  it('holds a locale and a slug that are repeated', () => {
    const fields = { expectedVersion: 1, locale: 'en', slug: 'a', title: 'B' };
    expect(updatePayload(fields)).toMatchObject(fields);
  });
});
