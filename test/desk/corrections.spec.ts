import { describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { type Approver, hiddenOf, newPerson, type Person, personWith } from './person.js';

const desk = await sharedDesk();
const { databaseUrl } = desk;

const CONTENT = 'Before.\n\n# Margins\n\nThe margin is 12 %.\n\n## Fuel\n\nFuel is dear.\n';
const FIELDS = ['title', 'description', 'tags', 'sources', 'text', 'changeNote'] as const;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
};

interface Room extends Caller {
  readonly ada: Approver;
}

/** Makes an account with an approver. */
async function room(): Promise<Room> {
  const caller = await desk.caller();
  return { ...caller, ada: await newPerson(desk, caller.accountId) };
}

/** An account for tests that leave its approver as it is and do not look at its queue. */
const at = await room();

const offered = async ({ api }: Caller, changes: object = {}): Promise<string> => {
  const document = newDocument({ intent: 'review', content: CONTENT, ...changes });
  return expectAccepted(await api.create(document), 201).id;
};

/** Opens the form and reads all its fields, as a browser sends them back. */
async function formOf(who: Person, id: string, section?: string): Promise<Record<string, string>> {
  const query = section === undefined ? '' : `?section=${encodeURIComponent(section)}`;
  const { text } = await who.open(`/desk/${id}/correct${query}`);
  return fieldsOf(text, id);
}

const fieldsOf = (page: string, id: string): Record<string, string> => ({
  ...hiddenOf(page, `/desk/${id}/correct`),
  ...Object.fromEntries(
    FIELDS.map((name) => {
      const [, value = ''] =
        new RegExp(`name="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(page) ?? [];
      return [name, value.replaceAll(/&(#39|\w+);/g, (_, sign: string) => ENTITIES[sign]!)];
    }),
  ),
});

const save = (who: Person, id: string, form: Readonly<Record<string, string>>) =>
  who.post(`/desk/${id}/correct`, form);
const release = async (who: Person, id: string) =>
  who.post(`/desk/${id}/release`, await who.form(`/desk/${id}`, `/desk/${id}/release`));
const read = async ({ api }: Caller, id: string, view = 'full') =>
  (
    await api.request('GET', `/api/v1/publications/${id}?view=${view}`, {
      headers: { Prefer: 'wait=20' },
    })
  ).body;
const used = async ({ api }: Caller) => (await api.usage()).body.used;

/** Offers cheap fuel in place of the dear one that is public. Returns the form for its correction. */
async function offeredAfter(content: string) {
  const id = await offered(at, { content });
  await at.api.publish(id, { expectedVersion: 1 }, WAIT);
  const cheap = content.replace('dear', 'cheap');
  await at.api.update(id, { expectedVersion: 1, intent: 'review', content: cheap });
  return { id, form: await formOf(at.ada, id) };
}

describe('a correction at the desk', () => {
  it('[13.correct] [13.corrected] [5.version-conflict-details] is an update of the approver for one unit, whose author stays, and is released in the same visit', async () => {
    const id = await offered(at);
    const before = await used(at);
    expect((await at.ada.open(`/desk/${id}`)).text).toContain(
      `href="/desk/${id}/correct?section=s-margins"`,
    );
    const form = await formOf(at.ada, id, 's-margins');
    expect(form).toMatchObject({
      text: '# Margins\n\nThe margin is 12 %.',
      version: '1',
      title: 'A document',
    });
    const text = form['text']!.replace('12 %', '2 %').replaceAll('\n', '\r\n');
    const saved = await save(at.ada, id, { ...form, text, changeNote: 'The margin.' });
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, `/desk/${id}?corrected=2`]);
    expect(await used(at)).toBe(before + 1);
    expect((await at.ada.open(`/desk/${id}?corrected=2`)).text).toContain(
      'Your correction is version 2.',
    );
    expect(await read(at, id)).toMatchObject({
      version: 2,
      state: 'review',
      content: CONTENT.replace('12 %', '2 %'),
      author: { kind: 'service' },
    });
    expect((await release(at.ada, id)).status).toBe(303);
    expect(await read(at, id, 'history')).toMatchObject({
      publishedVersion: 2,
      approvedBy: 'Ada Example',
      history: [
        {
          channel: 'desk',
          keyId: at.ada.approverId,
          correctedBy: 'Ada Example',
          changeNote: 'The margin.',
        },
        { channel: 'http', correctedBy: null },
      ],
    });
    const { body } = await at.api.update(id, { expectedVersion: 1, title: 'Mine' });
    expect(body).toMatchObject({
      code: 'version_conflict',
      details: {
        changedFields: ['content'],
        lastChange: { channel: 'desk', keyId: at.ada.approverId, correctedBy: 'Ada Example' },
      },
    });
    const audit = await operator<object[]>(databaseUrl, 'audit', 'list', '--account', at.accountId);
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'update',
        channel: 'desk',
        keyId: at.ada.approverId,
        version: 2,
      }),
    );
    const shown = await new Cli({ DATABASE_URL: databaseUrl }).run('publications', 'history', id);
    expect(shown.status).toBe(0);
  });

  it.each<[string, Record<string, string>, object]>([
    ['the title', { title: 'Bye' }, { title: 'Bye', content: CONTENT }],
    ['the description', { description: 'One\r\ntwo' }, { description: 'One\ntwo' }],
    ['the tags', { tags: 'one\r\n\r\n two \r\n' }, { tags: ['one', 'two'] }],
    ['the sources', { sources: 'https://example.org/b' }, { sources: ['https://example.org/b'] }],
    [
      'a section with CR LF',
      { section: '', text: 'After.\r\n\r\nMore.' },
      { content: CONTENT.replace('Before.', 'After.\n\nMore.') },
    ],
    [
      'a whole section',
      { section: 's-fuel', text: '' },
      { content: CONTENT.slice(0, CONTENT.indexOf('## Fuel')) },
    ],
    [
      'a section with markup',
      { section: 's-fuel', text: '## Fuel\r\n\r\n</textarea><b>&amp;' },
      { content: CONTENT.replace('Fuel is dear.', '</textarea><b>&amp;') },
    ],
  ])('[13.correct] changes %s and nothing else', async (_, typed, wanted) => {
    const id = await offered(at, { tags: ['old'], sources: ['https://example.org/a'] });
    const { section } = typed;
    const form: Record<string, string> = { ...(await formOf(at.ada, id, section)), ...typed };
    expect((await save(at.ada, id, form)).status).toBe(303);
    const body = await read(at, id);
    expect(body).toMatchObject({ version: 2, ...wanted });
    const { text } = await formOf(at.ada, id, section);
    if (section !== undefined && form['text'] !== '')
      expect(text).toBe(form['text']!.replaceAll('\r\n', '\n'));
  });

  it('[13.next] keeps its place in the queue, so that the same document comes next', async () => {
    const own = await room();
    const [first, second] = [await offered(own), await offered(own)];
    await save(own.ada, first, { ...(await formOf(own.ada, first)), title: 'Corrected' });
    const { text } = await own.ada.open(`/desk/${first}`);
    expect(text).toMatch(new RegExp(`rel="next"\\s+href="/desk/${second}"`));
    const { headers } = await release(own.ada, first);
    expect(headers.get('Location')).toBe(`/desk/${second}?after=${first}`);
  });

  it('[13.correct] keeps the white space before the first heading', async () => {
    const content = '\n\n# Margins\n\nIt is 12 %.\n\n# Fuel\n\nFuel is dear.\n';
    const { id, form } = await offeredAfter(content);
    expect(form).toMatchObject({ section: 's-fuel', text: '# Fuel\n\nFuel is cheap.' });
    await save(at.ada, id, { ...form, text: '# Fuel\n\nFuel is free.' });
    expect((await read(at, id)).content).toBe(content.replace('dear', 'free'));
    const first = await formOf(at.ada, id, 's-margins');
    await save(at.ada, id, { ...first, text: first['text']!.replace('12 %', '2 %') });
    expect((await read(at, id)).content).toBe(
      content.replace('dear', 'free').replace('12 %', '2 %'),
    );
  });

  it('[13.correct] keeps the line ends of a document, and opens at the first section that differs from what is public', async () => {
    const content = CONTENT.replaceAll('\n', '\r\n');
    const { id, form } = await offeredAfter(content);
    expect(form).toMatchObject({ section: 's-fuel', text: '## Fuel\n\nFuel is cheap.' });
    await save(at.ada, id, { ...form, text: `${form['text']}\r\n\r\nVery.` });
    expect((await read(at, id)).content).toBe(`${content.replace('dear', 'cheap')}\r\nVery.\r\n`);
  });

  it('[13.form-once] makes one version of a double click, and refuses the same form with another text, which stays on the page', async () => {
    const id = await offered(at);
    const form = { ...(await formOf(at.ada, id, 's-fuel')), title: 'Bye' };
    const answers = await Promise.all([save(at.ada, id, form), save(at.ada, id, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await read(at, id)).version).toBe(2);
    const again = await save(at.ada, id, { ...form, title: 'Bye, all' });
    expect([again.status, fieldsOf(again.text, id)['title']]).toEqual([409, 'Bye, all']);
    expect((await read(at, id)).version).toBe(2);
  });

  it('[13.correct-moved-on] is refused if the version moved on: the page has what was typed beside the text now, and saves it again', async () => {
    const id = await offered(at);
    const form = await formOf(at.ada, id, 's-fuel');
    const content = CONTENT.replace('dear', 'cheap');
    await at.api.update(id, { expectedVersion: 1, description: 'Theirs', content });
    const typed = { ...form, text: '## Fuel\n\nMine.', changeNote: 'Why' };
    const { status, text } = await save(at.ada, id, typed);
    expect(status).toBe(409);
    expect(text).toContain('version 2 was made after you opened this page');
    expect(text).toContain(`/desk/${id}/versions/2?since=1`);
    expect(text).toContain('## Fuel\n\nFuel is cheap.</pre>');
    const next = fieldsOf(text, id);
    expect(next).toMatchObject({
      ...typed,
      version: '2',
      description: 'Theirs',
      key: expect.not.stringMatching(form['key']!) as string,
    });
    expect((await save(at.ada, id, next)).status).toBe(303);
    expect((await read(at, id)).content).toBe(CONTENT.replace('Fuel is dear.', 'Mine.'));
  });

  it('[13.correct-moved-on] shows what was typed into a section that is gone, and saves it nowhere', async () => {
    const id = await offered(at);
    const form = await formOf(at.ada, id, 's-fuel');
    await at.api.update(id, { expectedVersion: 1, content: 'Nothing else.' });
    const { status, text } = await save(at.ada, id, {
      ...form,
      text: '## Fuel\n\nMine <b>.',
      title: 'Bye',
    });
    expect(status).toBe(409);
    expect(text).toContain('## Fuel\n\nMine &lt;b&gt;.</pre>');
    expect(fieldsOf(text, id)).toMatchObject({ section: '', text: 'Nothing else.', title: 'Bye' });
    expect((await read(at, id)).version).toBe(2);
  });

  it.each([
    ['nothing', {}, 422, 'You have changed nothing yet.'],
    ['an empty title', { title: ' ' }, 422, 'title must have 1 to 200 characters'],
    ['a source that is no address', { sources: 'here' }, 422, 'sources[0]'],
    [
      'more than 200,000 characters',
      { text: '漢'.repeat(200_001) },
      422,
      'content must have 1 to 200000 characters',
    ],
    ['more than 3 MiB', { text: 'x'.repeat(3 * 1024 * 1024) }, 413, 'send a shorter text'],
    ['a section that never was', { section: 'nowhere', text: 'x' }, 400, 'The form is incomplete'],
    ['no version', { version: '' }, 400, 'The form is incomplete'],
    ['no key', { key: '' }, 400, 'The form is incomplete'],
    [
      'a version that was never made',
      { version: '9', title: 'x' },
      404,
      'There is no such document',
    ],
    ['a form without its token', { token: '', title: 'Mine' }, 403, '<pre dir="auto">Mine</pre>'],
  ])(
    '[13.correct-kept] [13.form-token] refuses %s, and changes nothing',
    async (_, typed, wanted, words) => {
      const id = await offered(at);
      const { status, text } = await save(at.ada, id, {
        ...(await formOf(at.ada, id, '')),
        ...typed,
      });
      expect(status).toBe(wanted);
      expect(text).toContain(words);
      if (status === 422) expect(fieldsOf(text, id)).toMatchObject(mappedTrim(typed));
      expect(await read(at, id)).toMatchObject({ version: 1, title: 'A document' });
    },
  );

  it('[13.correct] takes 199,000 characters in one section', async () => {
    const id = await offered(at);
    const text = 'é'.repeat(199_000);
    const form = { ...(await formOf(at.ada, id, 's-fuel')), text };
    expect((await save(at.ada, id, form)).status).toBe(303);
    expect((await read(at, id)).content).toContain(text);
  });

  it.each([
    [
      'revoked',
      403,
      async ({ ada }: Room) => operator(databaseUrl, 'approvers', 'revoke', ada.approverId),
    ],
    [
      'without a unit',
      429,
      async ({ accountId }: Room) => operator(databaseUrl, 'accounts', 'set-limit', accountId, '1'),
    ],
  ])(
    '[13.session-ends] [13.correct-kept] is not made if the person was %s meanwhile, and the page has what was typed',
    async (_, wanted, end) => {
      const own = await room();
      const id = await offered(own);
      const form = { ...(await formOf(own.ada, id, 's-fuel')), text: 'What I typed.' };
      await end(own);
      const { status, text } = await save(own.ada, id, form);
      expect(status).toBe(wanted);
      expect(text).toContain('What I typed.');
      const [row] = await sql<{ version: number }>(
        databaseUrl,
        'SELECT version FROM publication WHERE id = $1',
        [id],
      );
      expect(row).toEqual({ version: 1 });
    },
  );

  it('[13.correct-kept] is not made without a cookie, or of a document that was erased meanwhile, and the page has what was typed', async () => {
    const id = await offered(at);
    const form = { ...(await formOf(at.ada, id, 's-fuel')), text: 'What I typed.' };
    const unknown = await save(personWith(desk.url, ''), id, form);
    expect([unknown.status, await read(at, id)]).toMatchObject([403, { version: 1 }]);
    expect(unknown.text).toContain('Your session has ended');
    await operator(databaseUrl, 'publications', 'erase', id, '--reason', 'a reason');
    const erased = await save(at.ada, id, form);
    expect(erased.status).toBe(404);
    for (const { text } of [unknown, erased])
      expect(text).toContain('<pre dir="auto">What I typed.</pre>');
  });

  it('[13.correct] shows no form without a session, and none of another account', async () => {
    const other = await room();
    const id = await offered(at);
    expect((await personWith(desk.url, '').open(`/desk/${id}/correct`)).text).toContain(
      'Your sign-in key',
    );
    expect((await other.ada.open(`/desk/${id}/correct`)).status).toBe(404);
    const form = { ...(await formOf(other.ada, await offered(other), 's-fuel')), title: 'Theirs' };
    expect((await save(other.ada, id, form)).status).toBe(404);
  });
});

describe('who corrected a version', () => {
  it.each([
    ['any-key', '1', 303],
    ['confirmed', '1', 303],
    ['desk', '1', 303],
    ['other-key', '1', 422],
    ['desk', '2', 422],
  ])(
    '[7.approval-own] [7.rule-other-key] releases it under %s with %s approvals: %i',
    async (rule, approvals, wanted) => {
      const own = await room();
      const words = ['set-release-rule', own.accountId, rule, '--approvals', approvals];
      await operator(databaseUrl, 'accounts', ...words);
      const id = await offered(own);
      const old = await own.ada.form(`/desk/${id}`, `/desk/${id}/release`);
      await save(own.ada, id, { ...(await formOf(own.ada, id, 's-fuel')), title: 'Bye' });
      const page = (await own.ada.open(`/desk/${id}`)).text;
      expect(page.includes(`action="/desk/${id}/release"`)).toBe(wanted === 303);
      if (wanted === 422)
        expect(page).toContain('You wrote this version, so other people have to approve it.');
      const { status, text } = await own.ada.post(`/desk/${id}/release`, {
        ...old,
        version: '2',
        key: crypto.randomUUID(),
      });
      expect(status).toBe(wanted);
      if (wanted === 422) expect(text).toContain('Another person has to decide');
      expect(await read(own, id)).toMatchObject({
        approvals: [],
        publishedVersion: wanted === 303 ? 2 : null,
      });
    },
  );
});

const mappedTrim = (typed: object): object =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value).trimEnd()]));
