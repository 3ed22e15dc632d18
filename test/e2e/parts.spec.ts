import { beforeAll, describe, expect, it } from 'vitest';
import type { PublicationViewDto } from '../../src/publications/dto/publication-view.dto.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

/** Reads one publication with a query. */
async function view(
  id: string,
  query: string,
): Promise<{ status: number; body: PublicationViewDto }> {
  const response = await fetch(`${desk.url}/api/v1/publications/${id}?${query}`, {
    headers: { Authorization: `Bearer ${desk.key}` },
  });
  return { status: response.status, body: (await response.json()) as PublicationViewDto };
}

const CONTENT = [
  '# Guide 👋',
  'Intro.',
  '## Étape un',
  '한국어 문장.\r\nSecond line.',
  '### Deep',
  'Text.',
  '## Two',
  'The end.',
].join('\n\n');

let id: string;
beforeAll(async () => {
  const created = await api.create(newDocument({ content: CONTENT, changeNote: 'First.' }));
  ({ id } = expectAccepted(created, 201));
  const second = { expectedVersion: 1, title: 'B', changeNote: ' Shorter. ', tags: ['x'] };
  expectAccepted(await api.update(id, second), 200);
});

describe('a view', () => {
  it('[4.view-summary] of the summary has the length of the content instead of the content', async () => {
    const { body } = await view(id, 'view=summary');
    expect(body).not.toHaveProperty('content');
    expect(body).toMatchObject({ version: 2, contentLength: Array.from(CONTENT).length });
  });

  it('[4.view-outline] of the outline gives level, title, offset and length of each section', async () => {
    const { body } = await view(id, 'view=outline');
    expect(body).not.toHaveProperty('content');
    const outline = body.outline!;
    expect(outline.map(({ level, title }) => [level, title])).toEqual([
      [1, 'Guide 👋'],
      [2, 'Étape un'],
      [3, 'Deep'],
      [2, 'Two'],
    ]);
    const characters = Array.from(CONTENT);
    for (const { title, offset, length } of outline) {
      const text = characters.slice(offset, offset + length).join('');
      expect(text.split('\n')[0]).toContain(title);
    }
    expect(outline[0]!.length).toBe(characters.length);
  });

  it('[4.outline-levels] of the outline leaves out headings deeper than `levels`', async () => {
    const { outline } = (await view(id, 'view=outline&levels=2')).body;
    expect(outline!.map(({ title }) => title)).toEqual(['Guide 👋', 'Étape un', 'Two']);
  });

  it('[4.view-history] of the history gives title, note and channel, newest first', async () => {
    const { body } = await view(id, 'view=history');
    expect(body.history).toMatchObject([
      { version: 2, title: 'B', changeNote: 'Shorter.', channel: 'http', publishedAt: null },
      { version: 1, title: 'A document', changeNote: 'First.', channel: 'http', approvedBy: null },
    ]);
    expect((await view(id, 'view=history&revision=1')).body.history).toHaveLength(1);
  });

  it('[4.view-changes] of the changes has the old and the new values of the changed fields, and a diff', async () => {
    const content = CONTENT.replace('The end.', 'The very end.');
    const created = await api.create(newDocument({ content: CONTENT, tags: ['a'] }));
    const { id: changed } = expectAccepted(created, 201);
    expectAccepted(await api.update(changed, { expectedVersion: 1, content, tags: [] }), 200);
    const { body } = await view(changed, 'view=changes&since=1');
    expect(body.changes).toMatchObject({
      from: 1,
      to: 2,
      changedFields: ['content', 'tags'],
      before: { tags: ['a'] },
      after: { tags: [] },
      addedLines: 1,
      removedLines: 1,
      truncated: false,
    });
    expect(body.changes!.contentDiff).toContain('-The end.');
    const ofLastWrite = (await view(changed, 'view=changes')).body.changes!;
    expect(ofLastWrite).toEqual(body.changes);
    const first = (await view(changed, 'view=changes&revision=1')).body.changes!;
    expect(first).toMatchObject({ from: null, before: {}, removedLines: 0 });
    expect((await view(changed, 'view=changes&since=9')).status).toBe(404);
  });

  it('[4.view-revision] of an older revision has the fields and the number of that revision', async () => {
    const { body } = await view(id, 'revision=1');
    expect(body).toMatchObject({ revision: 1, version: 2, title: 'A document', tags: [] });
    expect(body.content).toBe(CONTENT);
    expect(await view(id, 'revision=3')).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('revision') as string },
    });
    expect((await view(id, 'revision=9999999999')).status).toBe(404);
    expect((await view(id, 'view=changes&since=9999999999')).status).toBe(404);
  });

  it.each([
    'viw=full',
    'view=all',
    'offset=-1',
    'length=0',
    'length=200001',
    'revision=0',
    'since=x',
  ])('[4.view-unknown] with an unknown or invalid parameter is refused: %s', async (query) => {
    const { status, body } = await view(id, query);
    expect({ status, code: (body as unknown as { code: string }).code }).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });
});

const found = async (query: string) => {
  const { body } = await view(id, query);
  expect(body).not.toHaveProperty('content');
  return body.find!;
};

describe('a text that is searched for', () => {
  it('[4.find] is returned with its section, offset and context', async () => {
    const characters = Array.from(CONTENT);
    const { count, places } = await found('find=Text.');
    const offset = characters.join('').indexOf('Text.') - 1;
    const sections = (await view(id, 'view=outline')).body.outline!;
    expect(count).toBe(1);
    expect(places).toEqual([
      {
        section: sections.find(({ title }) => title === 'Deep')!.id,
        offset,
        before: characters.slice(Math.max(0, offset - 100), offset).join(''),
        match: 'Text.',
        after: characters.slice(offset + 5).join(''),
      },
    ]);
    expect((await view(id, `offset=${offset}&length=5`)).body.content).toBe('Text.');
  });

  it('[4.find] is searched for only in the section or revision of the request', async () => {
    const [, one] = (await view(id, 'view=outline')).body.outline!;
    expect((await found('find=e')).count).toBeGreaterThan(
      (await found(`find=e&section=${one!.id}`)).count,
    );
    expect((await found('find=Text.&revision=1')).count).toBe(1);
    expect((await found('find=nowhere')).places).toEqual([]);
    expect((await view(id, 'find=e&section=nowhere')).status).toBe(400);
  });

  it('[4.find] is found across line ends: a line feed matches CRLF', async () => {
    const { places } = await found(`find=${encodeURIComponent('문장.\nSecond')}`);
    expect(places.map(({ match }) => match)).toEqual(['문장.\r\nSecond']);
  });

  it('[4.find] is reported with at most 20 occurrences and up to 100 characters on each side', async () => {
    const content = '👋'.repeat(5_000);
    const { id: many } = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    const { find } = (await view(many, `find=${encodeURIComponent('👋')}`)).body;
    expect(find!.count).toBe(5_000);
    expect(find!.places).toHaveLength(20);
    const { offset, before, after, section } = find!.places[19]!;
    expect([offset, before, after, section]).toEqual([19, '👋'.repeat(19), '👋'.repeat(100), null]);
  });

  it.each(['find=', `find=${'x'.repeat(1_001)}`, 'find=x&view=outline', 'levels=7&view=outline'])(
    '[4.view-unknown] is refused if the request also names a view, or if a parameter is out of bounds: %s',
    async (query) => {
      expect((await view(id, query)).status).toBe(400);
    },
  );
});

describe('a part of the content', () => {
  it('[4.view-section] can be a section, named by its id from the outline', async () => {
    const [, one] = (await view(id, 'view=outline')).body.outline!;
    const { body } = await view(id, `section=${encodeURIComponent(one!.id)}`);
    expect(body.content).toMatch(/^## Étape un\n\n한국어[^]*Text\.\n\n$/);
    expect(body.contentRange).toEqual({ offset: 0, length: one!.length, total: one!.length });
    expect((await view(id, 'section=nowhere')).status).toBe(400);
  });

  it('[4.view-section] has a contentRange even if its section is the whole content', async () => {
    const content = '# One\n\nText.';
    const whole = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    const { body } = await view(whole.id, 'section=s-one');
    const { length } = content;
    expect(body).toMatchObject({ content, contentRange: { offset: 0, length, total: length } });
  });

  it('[4.read-on] gives the whole content when it is joined with the parts after it, for four lengths', async () => {
    for (const length of [1, 7, 20, 1_000]) {
      let read = '';
      for (let offset = 0; ;) {
        const { content, contentRange } = (await view(id, `offset=${offset}&length=${length}`))
          .body;
        read += content!;
        offset += contentRange!.length;
        if (contentRange!.length === 0 || offset >= contentRange!.total) break;
      }
      expect(read).toBe(CONTENT);
    }
  });

  it('[4.read-on] has the length that was asked for, so that a client can count on it', async () => {
    const content = 'Eighteen letters.\n'.repeat(20);
    const lines = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    let read = '';
    for (let offset = 0; offset < content.length; offset += 20)
      read += (await view(lines.id, `offset=${offset}&length=20`)).body.content!;
    expect(read).toBe(content);
  });

  it('[4.view-outline] lists all sections, also of a long document', async () => {
    const content = '# One\n\n'.repeat(1_500);
    const long = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    expect((await view(long.id, 'view=outline')).body.outline).toHaveLength(1_500);
  });

  it('[4.read-past-end] past the end is empty', async () => {
    const { body } = await view(id, 'offset=5000');
    expect(body).toMatchObject({ content: '', contentRange: { offset: 5_000, length: 0 } });
    expect((await view(id, `offset=1${'0'.repeat(400)}`)).body.content).toBe('');
    const far = await view(id, 'offset=9999999999');
    expect(far.body).toMatchObject({ content: '', contentRange: { length: 0 } });
  });
});

/** Creates a document with this content and returns its id. */
const made = async (content: string): Promise<string> =>
  expectAccepted(await api.create(newDocument({ content })), 201).id;

describe('an update with edits', () => {
  it('[2.edits-against-expected] [2.edits-untouched-bytes] changes only the passages that it names, in the content of the version that it names', async () => {
    const document = await made('Intro.');
    expectAccepted(await api.update(document, { expectedVersion: 1, content: CONTENT }), 200);
    const edits = [
      { find: 'Intro.', replace: 'Introduction.' },
      { section: 's-two', append: 'Really.' },
    ];
    const answer = await api.update(document, { expectedVersion: 2, edits });
    const { content, version } = expectAccepted(answer, 200);
    expect(version).toBe(3);
    expect(content).toBe(`${CONTENT.replace('Intro.', 'Introduction.')}\n\nReally.`);
  });

  it('[2.edits-all-or-none] [6.edit-failed] [2.edit-failed-details] makes no edit if one of them fails, and says which', async () => {
    const document = await made('one two');
    const edits = [
      { find: 'one', replace: 'three' },
      { find: 'four', replace: 'five' },
    ];
    const refusal = await api.update(document, { expectedVersion: 1, edits });
    expectRefusal(refusal, 422, 'edit_failed');
    const fault = { index: 1, reason: 'not_found', occurrences: 0, lines: [1] };
    expect(refusal.body.details).toEqual({ edits: [fault] });
    const { content, version } = (await api.read(document)).body;
    expect({ content, version }).toEqual({ content: 'one two', version: 1 });
  });

  it('[2.edits-scope] needs the scope read, which is checked before the idempotency key and the fields', async () => {
    const document = await made('one');
    const { api: writer } = await desk.caller({ account: desk.accountId, scopes: ['write'] });
    const body = { expectedVersion: 1, edits: [{ find: 'one', replace: 'two' }] };
    expectRefusal(await writer.update(document, body), 403, 'insufficient_scope');
    const unkeyed = await writer.update(document, body, { key: null });
    expectRefusal(unkeyed, 403, 'insufficient_scope');
    const invalid = { expectedVersion: 1, edits: [] };
    expectRefusal(await writer.update(document, invalid), 403, 'insufficient_scope');
  });

  it.each([
    ['edits', []],
    ['edits', 'a'],
    ['edits[0]', [{}]],
    ['edits[0]', [{ find: 'a', append: 'b' }]],
  ])('[2.edits-form] is refused if the edits are malformed: %s', async (field, edits) => {
    const refusal = await api.update(id, { expectedVersion: 2, edits });
    expectRefusal(refusal, 422, 'validation_failed');
    expect(refusal.body.details.errors).toMatchObject([{ field }]);
  });

  it('[2.edits-form] [6.validation-every-fault] is refused with the faults of the first 100 edits if it has more', async () => {
    const edits = [{ fnd: 'a' }, ...Array.from({ length: 100 }, () => ({ append: 'a' }))];
    const refusal = await api.update(id, { expectedVersion: 2, edits });
    expectRefusal(refusal, 422, 'validation_failed');
    expect(refusal.body.details.errors).toMatchObject([
      { field: 'edits' },
      { field: 'edits[0].fnd' },
    ]);
  });

  it('[2.edits-instead-of-content] is refused if it also has content', async () => {
    const edits = [{ append: 'a' }];
    const refusal = await api.update(id, { expectedVersion: 2, content: 'a', edits });
    expectRefusal(refusal, 422, 'validation_failed');
  });

  it.each([
    ['has no visible character', 'one', { find: 'one', replace: ' \u200B ' }],
    ['has too many Markdown parts', '# a\n'.repeat(24_000), { append: '# a\n'.repeat(2_000) }],
  ])(
    '[2.edits-result] [2.content-parts] is refused if the resulting content %s',
    async (_fault, content, edit) => {
      const document = await made(content);
      expectFaults(await api.update(document, { expectedVersion: 1, edits: [edit] }), 'edits');
    },
  );

  it('[2.edits-result] is refused, before its version is checked, if its texts together are too long for any content', async () => {
    const { id: document } = expectAccepted(await api.create(newDocument()), 201);
    const edits = ['a', 'b', 'c'].map((letter) => ({ append: letter.repeat(150_000) }));
    expectFaults(await api.update(document, { expectedVersion: 9, edits }), 'edits');
  });
});

describe('an update with restoreVersion', () => {
  it('[2.restore] copies the fields of an older revision into a new one', async () => {
    const created = await api.create(newDocument({ title: 'A', tags: ['a'], intent: 'review' }));
    const { id: document, content } = expectAccepted(created, 201);
    const other = { expectedVersion: 1, title: 'B', content: 'Other', tags: [], intent: 'draft' };
    expectAccepted(await api.update(document, other), 200);
    const body = { expectedVersion: 2, restoreVersion: 1, changeNote: 'Back.' };
    expect(expectAccepted(await api.update(document, body), 200)).toMatchObject({
      version: 3,
      title: 'A',
      content,
      tags: ['a'],
      intent: 'draft',
      changeNote: 'Back.',
    });
  });

  it('[2.restore-unmade] is refused for a revision that never existed (checked after the version), and with other fields', async () => {
    const { id: document } = expectAccepted(await api.create(newDocument()), 201);
    const body = { expectedVersion: 1, restoreVersion: 7 };
    expectRefusal(await api.update(document, body), 422, 'validation_failed');
    expectRefusal(
      await api.update(document, { ...body, expectedVersion: 2 }),
      409,
      'version_conflict',
    );
    const mixed = { expectedVersion: 1, restoreVersion: 1, title: 'B' };
    expectRefusal(await api.update(document, mixed), 422, 'validation_failed');
  });
});
