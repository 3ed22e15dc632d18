import { describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import type { Client } from '../setup/client.js';
import { sharedDesk, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { hiddenOf, newPerson } from './person.js';

const desk = await sharedDesk();
const person = await newPerson(desk, desk.accountId);

const offered = async (changes: object = {}, api: Client = desk.api): Promise<string> =>
  expectAccepted(await api.create(newDocument({ intent: 'review', ...changes })), 201).id;

const releaseForm = (id: string, who = person) => who.form(`/desk/${id}`, `/desk/${id}/release`);
const backForm = (id: string, who = person) => who.form(`/desk/${id}`, `/desk/${id}/send-back`);
const release = async (id: string, who = person) =>
  who.post(`/desk/${id}/release`, await releaseForm(id, who));
const sendBack = async (id: string, note: string, who = person) =>
  who.post(`/desk/${id}/send-back`, { ...(await backForm(id, who)), note });
/** Releases version 1, and waits until it is public. */
const released = async (id: string, who = person, api: Client = desk.api): Promise<void> => {
  expect((await release(id, who)).status).toBe(303);
  await api.read(id, { Prefer: 'wait=20' });
};
const withdraw = (id: string, ...options: readonly string[]) =>
  operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake', ...options);
const used = async () => (await desk.api.usage()).body.used;

describe('releasing at the desk', () => {
  it('[13.release] [2.approved-via] publishes the version that was shown, for one unit, with the name of the session as approver', async () => {
    const id = await offered();
    const before = await used();
    const { status, headers } = await release(id);
    expect([status, headers.get('Location')]).toEqual([303, `/desk?after=${id}`]);
    expect((await used()) - before).toBe(1);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({
      state: 'published',
      publishedVersion: 1,
      approvedBy: 'Ada Example',
      approvedVia: 'desk',
    });
    const page = await person.open(`/desk/${id}`);
    expect(page.text).toContain('Readers see version 1.');
    expect(page.text).not.toContain(`action="/desk/${id}/release"`);
    const shown = await new Cli({ DATABASE_URL: desk.databaseUrl }).run('publications', 'show', id);
    expect(shown.stdout).toMatch(/│ approved by +│ Ada Example \(desk\)/);
  });

  it.each([
    ['release', '2'],
    ['release', '2147483648'],
    ['send-back', '2'],
    ['send-back', '2147483648'],
  ])(
    '[13.moved-on] does nothing if %s names version %s, which was never made',
    async (what, version) => {
      const id = await offered();
      const form = { ...(await releaseForm(id)), version, note: 'Why?' };
      const { status, text } = await person.post(`/desk/${id}/${what}`, form);
      expect(status).toBe(409);
      expect(text).toContain(
        `You were shown version ${version}; the document is at version 1 now.`,
      );
      expect((await desk.api.read(id)).body).toMatchObject({ state: 'review', returned: null });
    },
  );

  it('[13.release] is refused while a picture is missing, and the page says why', async () => {
    const content = `![A diagram](picture:${'d'.repeat(64)})`;
    const refused = await release(await offered({ content }));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('a picture of this version was not uploaded');
    expect(refused.text).not.toContain('details.');
  });

  it('[3.publish-reindexes] [13.release] releases a public version again if its indexing failed', async () => {
    const id = await offered();
    await released(id);
    const error = JSON.stringify({
      code: 'index_failed',
      message: 'Not indexed.',
      version: 1,
      failedAt: new Date(),
    });
    await sql(
      desk.databaseUrl,
      'UPDATE release SET indexed_version = NULL, error = $1, due_at = NULL WHERE publication_id = $2',
      [error, id],
    );
    const { text } = await person.open(`/desk/${id}`);
    expect(text).toContain(
      'The indexing of version 1 failed: <span lang="en" dir="ltr">Not indexed.</span>',
    );
    expect(text).toContain('the search does not find it yet');
    const second = await newPerson(desk, desk.accountId, 'Grace Example');
    expect((await release(id, second)).status).toBe(303);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', indexStatus: 'ready', publishError: null });
    expect(body).toMatchObject({ approvedBy: 'Ada Example', approvedVia: 'desk' });
  });

  it('[13.moved-on] [3.withdrawn-released-again] releases a withdrawn document again from a newly opened page', async () => {
    const id = await offered();
    await released(id);
    await withdraw(id, '--notice', 'It is <wrong>.');
    const page = await person.open(`/desk/${id}`);
    expect(page.text).toContain('Readers cannot see this document.');
    expect(page.text).toMatch(/class="note" lang="en" dir="auto">It is &lt;wrong&gt;\.</);
    // `release` sends a new form, because the idempotency key of the old form belongs to the first release.
    expect((await release(id)).status).toBe(303);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', approvedVia: 'desk' });
    const other = await offered();
    await released(other);
    await operator(desk.databaseUrl, 'publications', 'supersede', id, other);
    expect((await person.open(`/desk/${id}`)).text).toMatch(/→ <a href="[^"]+">The public page</);
  });
});

/** Sends a form to release and a form to send back, both opened before a withdrawal: neither has an effect. */
async function expectOutdated(
  id: string,
  [toRelease, toSendBack]: readonly Record<string, string>[],
  said = 'Since you opened this page, an operator withdrew the document.',
  api: Client = desk.api,
  who = person,
): Promise<void> {
  const note = 'Not yet <b>.';
  const answers = [
    await who.post(`/desk/${id}/release`, toRelease!),
    await who.post(`/desk/${id}/send-back`, { ...toSendBack, note }),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(409);
    expect(text).toContain(said);
  }
  expect(answers[1]!.text).toContain('<pre dir="auto">Not yet &lt;b&gt;.</pre>');
  const { body } = await api.read(id);
  expect(body).toMatchObject({ state: 'review', publishedVersion: null, returned: null });
}

describe('a form of a document that was withdrawn after the form was opened', () => {
  type Step = (id: string) => Promise<unknown>;

  it.each<[string, before: Step | null, after: Step | null, said?: string]>([
    [
      'after a release by a key',
      null,
      (id) => desk.api.publish(id, { expectedVersion: 1 }, { headers: { Prefer: 'wait=20' } }),
    ],
    [
      'once more',
      async (id) => {
        await released(id);
        await withdraw(id);
      },
      null,
    ],
    [
      'while readers saw an older version',
      async (id) => {
        await released(id);
        await desk.api.update(id, { expectedVersion: 1, title: 'Another', intent: 'review' });
      },
      null,
      'When you opened this page, readers saw version 1. Readers cannot see this document.',
    ],
  ])(
    '[13.moved-on] [3.withdrawn-told] [13.typed-kept] releases nothing, and sends nothing back: %s',
    async (_, before, after, said) => {
      const id = await offered();
      await before?.(id);
      const forms = [await releaseForm(id), await backForm(id)];
      await after?.(id);
      await withdraw(id, '--notice', 'Do not republish.');
      await expectOutdated(id, forms, said);
    },
  );

  it('[13.moved-on] [3.withdrawn-told] releases nothing, and sends nothing back, if a release was accepted and withdrawn before it was public', async () => {
    const pair = await sharedPair();
    const who = await newPerson(pair, pair.accountId);
    const id = await offered({}, pair.api);
    const forms = [await releaseForm(id, who), await backForm(id, who)];
    expectAccepted(await pair.api.publish(id, { expectedVersion: 1 }), 202);
    await operator(pair.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    await expectOutdated(id, forms, undefined, pair.api, who);
  });

  it('[13.form-once] [3.withdrawn-told] gets the answer of its release once more after the withdrawal, and releases nothing', async () => {
    const id = await offered();
    const form = await releaseForm(id);
    const send = async () => (await person.post(`/desk/${id}/release`, form)).status;
    expect(await send()).toBe(303);
    await withdraw(id);
    expect(await send()).toBe(303);
    expect((await desk.api.read(id)).body).toMatchObject({ publishedVersion: null });
    const known = await releaseForm(id);
    const sendKnown = async () => (await person.post(`/desk/${id}/release`, known)).status;
    expect(await Promise.all([sendKnown(), sendKnown()])).toEqual([303, 303]);
    expect((await desk.api.read(id, { Prefer: 'wait=20' })).body.publishedVersion).toBe(1);
  });

  it('[13.moved-on] says what differs if the document also has a newer version', async () => {
    const id = await offered();
    await released(id);
    await desk.api.update(id, { expectedVersion: 1, title: 'Another' });
    const form = await releaseForm(id);
    await desk.api.update(id, { expectedVersion: 2, content: 'Other.' });
    await withdraw(id);
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('the document is at version 3 now. Fields that differ: content.');
  });
});

describe('sending back', () => {
  it('[13.send-back] [2.returned] [3.sent-back] records the person, the time and the note, and charges nothing', async () => {
    const id = await offered();
    const before = await used();
    const note = 'The second figure is last year’s.\n\nPlease renew it <b>.';
    const { status } = await sendBack(id, note.replaceAll('\n', '\r\n'));
    expect(status).toBe(303);
    expect(await used()).toBe(before);
    const { body } = await desk.api.read(id);
    const returned = { version: 1, note, by: 'Ada Example', at: expect.any(String) as string };
    expect(body).toMatchObject({ state: 'draft', version: 1, intent: 'review', returned });
    const page = await person.open(`/desk/${id}`);
    expect(page.text).toContain('Please renew it &lt;b&gt;.');
    const audit = await operator<object[]>(
      desk.databaseUrl,
      'audit',
      'list',
      '--account',
      desk.accountId,
    );
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'send back',
        channel: 'desk',
        publicationId: id,
        version: 1,
        details: { by: 'Ada Example', note },
      }),
    );
    const shown = await new Cli({ DATABASE_URL: desk.databaseUrl }).run('publications', 'show', id);
    expect(shown.stdout).toMatch(/│ sent back +│ version 1 by Ada Example at .*The second figure/);
  });

  it('[2.returned] applies to one revision: a newer one is offered for review again', async () => {
    const id = await offered();
    await sendBack(id, 'No.');
    const { body } = await desk.api.update(id, { expectedVersion: 1, title: 'Mended' });
    expect(body).toMatchObject({ state: 'review', returned: null });
    const { body: seen } = await desk.api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(seen).toMatchObject({
      state: 'review',
      history: [{ returned: null }, { returned: { note: 'No.' } }],
    });
  });

  it('[13.form-once] happens once; another note in the same form, and a second form, get 409 and say that the version was sent back', async () => {
    const id = await offered();
    const [form, other] = [await backForm(id), await backForm(id)];
    const send = (members: Readonly<Record<string, string>>, note = 'No.') =>
      person.post(`/desk/${id}/send-back`, { ...members, note });
    const twice = await Promise.all([send(form), send(form)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    for (const late of [await send(form, 'No, and mend the second figure.'), await send(other)]) {
      expect(late.status).toBe(409);
      expect(late.text).toContain('Ada Example has sent version 1 back since you opened it.');
    }
    expect((await desk.api.read(id)).body.returned).toMatchObject({ note: 'No.' });
  });

  it('[3.sent-back] is possible only in the state review', async () => {
    const id = await offered();
    const form = await backForm(id);
    const draft = expectAccepted(await desk.api.create(newDocument()), 201).id;
    const asDraft = await person.post(`/desk/${draft}/send-back`, { ...form, note: 'No.' });
    expect(asDraft.status).toBe(409);
    await release(id);
    const late = await person.post(`/desk/${id}/send-back`, { ...form, note: 'No.' });
    expect(late.status).toBe(409);
    expect((await desk.api.read(id)).body).toMatchObject({ returned: null, publishedVersion: 1 });
  });

  it('[13.release] makes a later release answer 409 if its page was opened before', async () => {
    const id = await offered();
    const form = await releaseForm(id);
    await sendBack(id, 'No.', await newPerson(desk, desk.accountId, 'Grace'));
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('Grace has sent version 1 back since you opened it.');
    // A person who has seen that the version was sent back may still release this version.
    expect((await release(id)).status).toBe(303);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', returned: null });
  });

  it('[8.note-urges-nothing] shows an assistant the note, and urges no release', async () => {
    const id = await offered();
    await sendBack(id, 'No.');
    const someone = await assistant(desk.url, desk.key, 'auto');
    const { body } = await someone.call('get_publication', { id });
    await someone.close();
    expect(body).toMatchObject({ state: 'draft', returned: { note: 'No.' } });
    expect(body.note).toContain('An approver sent version 1 back for changes');
    expect(body.note).not.toContain('publish_publication');
  });

  it.each([
    ['', 'must have 1 to 2000 characters'],
    ['x'.repeat(2_001), 'must have 1 to 2000 characters'],
    ['\u0007', 'must'],
  ])(
    '[13.note] [13.typed-kept] refuses the note %.20j, and the page has it',
    async (note, message) => {
      const id = await offered();
      const { status, text } = await sendBack(id, note);
      expect(status).toBe(422);
      expect(text).toMatch(new RegExp(message));
      expect(text).toContain(note);
      expect((await desk.api.read(id)).body.returned).toBeNull();
    },
  );

  it('[13.note] accepts a note of 2,000 characters, refuses a form of 100 kB, and refuses JSON', async () => {
    const id = await offered();
    const long = await person.post(`/desk/${id}/send-back`, { note: 'x'.repeat(100_000) });
    expect(long.status).toBe(413);
    expect(long.text).toContain('send a shorter text');
    const type = { 'Content-Type': 'application/json' };
    const json = await person.post(`/desk/${id}/send-back`, { note: 'No.' }, type);
    expect(json.status).toBe(415);
    expect(json.text).toContain('from the forms of its desk (application/x-www-form-urlencoded).');
    expect((await sendBack(id, '😀'.repeat(2_000))).status).toBe(303);
  });
});

describe('the queue', () => {
  it('[13.queue] shows waiting documents, the longest wait first, and recent decisions', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    expect((await who.open('/desk')).text).toContain('No document waits for a decision.');
    expect((await who.open('/desk?page=2')).text).toContain('This page is empty.');
    const first = await offered({ title: 'First <one>', changeNote: 'Why & how' }, api);
    const second = await offered({ title: 'Second' }, api);
    await offered({ title: 'A draft', intent: 'draft' }, api);
    const { text } = await who.open('/desk');
    expect(text.indexOf(first)).toBeLessThan(text.indexOf(second));
    expect(text).toContain('First &lt;one&gt;');
    expect(text).toContain('Why &amp; how');
    expect(text).toContain('2 documents wait for a decision.');
    expect(text).toContain('New document');
    expect(text).not.toContain('A draft');
    await sendBack(first, 'Not yet.', who);
    const later = (await who.open('/desk')).text.split('Recent decisions');
    expect(later[0]).not.toContain(first);
    expect(later[1]).toContain('Not yet.');
  });

  it('[13.queue-words] says in words what each revision changes, with the first words of the text and who wrote it', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    const fields = { content: 'It is 12 % of all.', sources: ['https://example.org/a'] };
    const id = await offered({ title: 'Margins', ...fields }, api);
    await released(id, who, api);
    await api.update(id, {
      expectedVersion: 1,
      title: 'Fuel',
      content: 'It is 2 % of all.',
      sources: ['https://example.org/b', 'https://example.org/c'],
      intent: 'review',
    });
    const { text } = await who.open('/desk');
    const change = '<span dir="ltr"><bdi>12 %</bdi> → <bdi>2 %</bdi></span>';
    expect(text).toContain(`Title and 2 sources · 1 place · ${change}`);
    expect(text).toContain('It is 2 % of all.');
    expect(text).toContain('Written by <bdi>Someone</bdi>');
    expect(text).toMatch(/waiting\s+since <time datetime="[^"]+">today, \d\d:\d\d UTC<\/time>/);
    expect(text).toContain('1 document waits for a decision.');
    await api.update(id, { expectedVersion: 2, title: 'Margins', content: 'It is of all.' });
    expect((await who.open('/desk')).text).toContain('1 place · deleted: <bdi>12 %</bdi>');
  });

  it('[13.queue-filter] shows the documents of one locale or of one writer, and offers only these as the next', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    const one = await offered({ title: 'One', author: { kind: 'ai', name: 'Ada' } }, api);
    const two = await offered(
      { title: 'Two', locale: 'ko', author: { kind: 'ai', name: 'Grace' } },
      api,
    );
    const three = await offered({ title: 'Three', author: { kind: 'ai', name: 'Grace' } }, api);
    const shown = async (query: string) => {
      const { text } = await who.open(`/desk${query}`);
      return [one, two, three].filter((id) => text.includes(`/desk/${id}`));
    };
    expect(await shown('')).toEqual([one, two, three]);
    expect(await shown('?locale=en')).toEqual([one, three]);
    expect(await shown('?writer=Grace')).toEqual([two, three]);
    const { text } = await who.open(`/desk/${one}?locale=en`);
    expect(text).toContain(`rel="next"`);
    expect(text).toContain(`href="/desk/${three}?locale=en"`);
  });

  it('[13.next] leads down the queue and to its end, never back to what was just seen', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push(await offered({ title }, api));
    const next = async (id: string) =>
      [
        ...(await who.open(`/desk/${id}`)).text.matchAll(
          /<a\s+class="secondary"[^>]*href="([^"]+)"/g,
        ),
      ].at(-1)?.[1];
    expect(await Promise.all(ids.map(next))).toEqual([
      `/desk/${ids[1]}`,
      `/desk/${ids[2]}`,
      '/desk',
    ]);
    const { headers } = await sendBack(ids[1]!, 'No.', who);
    expect(headers.get('Location')).toBe(`/desk/${ids[2]}?after=${ids[1]}`);
    expect((await who.open(headers.get('Location')!)).text).toMatch(
      /Two<\/a\s*>”: version 1 was sent back\./,
    );
    expect(await next(ids[0]!)).toBe(`/desk/${ids[2]}`);
  });

  it('[13.queue] lists as decided lately what people decided, and nothing that a key released', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    const id = await offered({ title: 'By a key' }, api);
    expectAccepted(await api.publish(id, { expectedVersion: 1, approvedBy: 'Somebody' }), 202);
    expect((await who.open('/desk')).text).toContain('No decisions yet.');
  });

  it('[13.queue] is paged, with 20 documents a page', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    for (let at = 1; at <= 21; at += 1) await offered({ title: `Number ${at}.` }, api);
    const [one, two] = [await who.open('/desk'), await who.open('/desk?page=2')];
    expect(one.text).toContain('href="/desk?page=2"');
    expect(one.text).not.toContain('Number 21.');
    expect(two.text).toContain('Number 21.');
  });

  it('[13.queue] shows no document of another account; the page and the forms of such a document answer 404', async () => {
    const [id, decided] = [await offered(), await offered()];
    await sendBack(decided, 'No.');
    const stranger = await newPerson(desk, (await desk.caller()).accountId);
    const { status, text } = await stranger.open(`/desk/${id}`);
    expect(status).toBe(404);
    expect(text).toContain('does not belong to this account');
    const queue = (await stranger.open('/desk')).text;
    for (const one of [id, decided]) expect(queue).not.toContain(one);
    const { token } = hiddenOf(queue, '/desk/sign-out');
    const form = { ...(await releaseForm(id)), token: token!, note: 'No.' };
    for (const action of ['release', 'send-back']) {
      expect((await stranger.post(`/desk/${id}/${action}`, form)).status).toBe(404);
    }
  });
});

describe('the page of a document', () => {
  it('[13.document] shows the changes for readers, the rendered text, the sources and the history', async () => {
    const id = await offered({ content: 'The quick fox.', sources: ['https://example.org/a'] });
    await released(id);
    await desk.api.update(id, {
      expectedVersion: 1,
      content: 'The quick **brown** fox.',
      intent: 'review',
      changeNote: 'Colour.',
    });
    const { text, headers } = await person.open(`/desk/${id}`);
    expect(text).toMatch(/<ins class="added" id="place-1">.*?<strong>brown<\/strong>/s);
    expect(text).toContain('<strong>brown</strong>');
    expect(text).toContain('https://example.org/a');
    expect(text).toContain('Colour.');
    expect(text).toMatch(/approved by <bdi>Ada Example<\/bdi>\s*\(confirmed at the desk\)/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(text).not.toContain('<script');
  });

  it('[13.since-returned] shows what changed since the version that was sent back, beside its note; each version leads to what it changed', async () => {
    const id = await offered({ content: 'It is 12 % of all fuel here.' });
    await sendBack(id, 'Is it 12 %?');
    await desk.api.update(id, {
      expectedVersion: 1,
      content: 'It is 2 % of all fuel here.',
      intent: 'review',
    });
    const { text } = await person.open(`/desk/${id}`);
    const since = text.split('Changes since version 1 was sent back')[1]!.split('</section>')[0]!;
    expect(since).toContain('Is it 12 %?');
    expect(since).toContain(`href="/desk/${id}/versions/2?since=1#place-1"`);
    expect(since).toContain('1 place differs from version 1.');
    const difference = (await person.open(`/desk/${id}/versions/2`)).text;
    expect(difference).toMatch(/<del class="removed heavy" id="place-1">.*?12 %/s);
    expect((await person.open(`/desk/${id}/versions/1`)).status).toBe(200);
    for (const path of ['/versions/3', '/versions/2?since=2', '/versions/2?since=x', '/versions/0'])
      expect((await person.open(`/desk/${id}${path}`)).status).toBe(404);
    const stranger = await newPerson(desk, (await desk.caller()).accountId);
    expect((await stranger.open(`/desk/${id}/versions/2`)).status).toBe(404);
  });

  it('[13.places] lists no change of `intent`, and the change note once', async () => {
    const id = await offered({ content: 'Old text here.', intent: 'draft' });
    await released(id);
    const update = { content: 'New text here.', intent: 'review', changeNote: 'Renewed.' } as const;
    await desk.api.update(id, { expectedVersion: 1, ...update });
    const { text } = await person.open(`/desk/${id}`);
    const [before] = text.split('id="desk-history"');
    expect(before!.split('Renewed.').length - 1).toBe(1);
    expect(text).toContain('1 place differs from what is public.');
    expect(text).not.toMatch(/intent|draft/i);
  });

  it('[13.hidden] names hidden characters above the buttons, and isolates the direction of each block', async () => {
    const id = await offered({ content: 'A\u200b zero.\n\nAn \u202eoverride.' });
    const { text } = await person.open(`/desk/${id}`);
    expect(text).toContain('zero width space (1), right-to-left override (1)');
    expect(text).toMatch(
      /<b class="hidden-sign" title="right-to-left override" dir="ltr"\s*>RLO<\/b\s*>/,
    );
    expect(text).not.toMatch(/[\u200b\u202e]/);
    const bar = text.slice(text.indexOf('class="decide bar"'));
    expect(bar.indexOf('#hidden-text')).toBeLessThan(bar.indexOf('<button'));
  });

  it.each(['/desk/a/b', `/desk/${crypto.randomUUID()}/pictures/x.png`])(
    '[13.document] answers 404 with noindex at %s',
    async (path) => {
      const { status, headers } = await person.open(path);
      expect(status).toBe(404);
      expect(headers.get('X-Robots-Tag')).toBe('noindex');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    },
  );
});
