import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const { id } = expectAccepted(await api.create(newDocument()), 201);

const strange = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`strange${index}`, 1]));

describe('422 validation_failed', () => {
  it('[6.validation-every-fault] [6.validation-path] [2.unknown-field] names all faults together, each by its path', async () => {
    const body = {
      locale: 'en_US',
      slug: 'A',
      title: '',
      content: ' ',
      description: null,
      tags: ['a', '', '..'],
      sources: ['https://example.org/', 'x', 'ftp://example.org'],
      author: { kind: 'AI', name: 7, age: 1 },
      intent: 'published',
      expectedVersion: 1,
      typo: { a: { b: { c: 1 } } },
    };
    expectFaults(
      await api.create(body),
      ...'locale slug title content description tags[1] tags[2] sources[1] sources[2]'.split(' '),
      ...'author.kind author.name author.age intent expectedVersion typo'.split(' '),
    );
  });

  it('[6.validation-every-fault] reports nested values, unknown names and invalid values together', async () => {
    const author = JSON.parse('{"kind":"AI","name":"","constructor":"x"}') as object;
    const edits = [{ find: ['a'], replace: 5 }, { append: '' }, { find: '' }, { fnd: 1 }];
    expectFaults(
      await api.create(newDocument({ tags: ['', { a: { b: 1 } }, '..'], author })),
      ...'author.constructor tags[0] tags[1] tags[2] author.kind author.name'.split(' '),
    );
    expectFaults(
      await api.update(id, { expectedVersion: 1, edits }),
      ...'edits[0].find edits[0].replace edits[1].append edits[2].find edits[2]'.split(' '),
      'edits[3].fnd',
    );
  });

  it('[6.validation-every-fault] names only the first 100 faults', async () => {
    for (const [sent, named] of [
      [99, 99],
      [100, 100],
      [101, 100],
      [4_900, 100],
    ] as const) {
      const answer = await api.create(newDocument({ ...strange(sent) }));
      expectRefusal(answer, 422, 'validation_failed');
      const fields = answer.body.details.errors.map(({ field }) => field);
      expect(fields).toEqual(Object.keys(strange(named)));
    }
  });

  it('[6.validation-path] names the field itself, not a member, if the list is too long or the value is not a list', async () => {
    const answer = await api.create(newDocument({ tags: Array(21).fill('a'), sources: {} }));
    expectFaults(answer, 'tags', 'sources');
  });
});

describe('the name of a field in an error', () => {
  it.each([
    ['letters', 'xy'],
    ['emoji', '\u{1F600}\u{1F4DD}'],
    ['letters with marks', 'e\u0301'],
  ])('[6.no-echo] is cut to 100 characters: %s', async (_what, unit) => {
    for (const times of [50, 51, 100]) {
      const answer = await api.create(newDocument({ [unit.repeat(times)]: 1 }));
      expectFaults(answer, unit.repeat(50));
    }
  });

  it('[6.no-echo] is also cut if it is a path', async () => {
    const author = { kind: 'ai', name: 'A', ['x'.repeat(200)]: 1 };
    expectFaults(await api.create(newDocument({ author })), `author.${'x'.repeat(93)}`);
  });

  it('[6.no-echo] is also cut if the field is a query parameter', async () => {
    const answer = await api.list(`?${'x'.repeat(5_000)}=1`);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body.details.errors.map(({ field }) => field)).toEqual(['x'.repeat(100)]);
  });

  it('is well-formed Unicode, even if the client sent an unpaired surrogate', async () => {
    const [before] = JSON.stringify(newDocument()).split(/\}$/);
    expectFaults(await api.create(`${before},"a\\ud800":1}`), 'a\uFFFD');
  });
});
