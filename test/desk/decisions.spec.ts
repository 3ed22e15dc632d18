import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import type { Client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
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
const used = async () => (await desk.api.usage()).body.used;

describe('releasing at the desk', () => {
  it('[13.release] [2.approved-via] publishes the version that was shown, for one unit, with the name of the session as approver', async () => {
    const id = await offered();
    const before = await used();
    const { status, headers } = await release(id);
    expect([status, headers.get('Location')]).toEqual([303, `/desk/${id}`]);
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

  it('[13.form-once] happens once, even if the form is sent several times', async () => {
    const id = await offered();
    const before = await used();
    const form = await releaseForm(id);
    const send = () => person.post(`/desk/${id}/release`, form);
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect((await used()) - before).toBe(1);
  });

  it('[13.moved-on] does nothing if the document has a newer version, and says what changed since', async () => {
    const id = await offered();
    const form = await releaseForm(id);
    await desk.api.update(id, { expectedVersion: 1, title: 'Another', content: 'Other.' });
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('it is at version 2 now. What differs: title, content.');
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'review',
      publishedVersion: null,
    });
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
      expect(text).toContain(`You were shown version ${version}; it is at version 1 now.`);
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
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
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
    expect(text).toContain('The indexing of version 1 failed: Not indexed.');
    expect(text).toContain('the search does not find it yet');
    const second = await newPerson(desk, desk.accountId, 'Grace Example');
    expect((await release(id, second)).status).toBe(303);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', indexStatus: 'ready', publishError: null });
    expect(body).toMatchObject({ approvedBy: 'Ada Example', approvedVia: 'desk' });
  });

  it('[13.moved-on] [3.withdrawn-released-again] releases a withdrawn document again from a newly opened page', async () => {
    const id = await offered();
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const page = await person.open(`/desk/${id}`);
    expect(page.text).toContain('Readers see nothing of it.');
    // `release` sends a new form, because the idempotency key of the old form belongs to the first release.
    expect((await release(id)).status).toBe(303);
    const { body } = await desk.api.read(id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', approvedVia: 'desk' });
  });
});

describe('a release form of a document whose public version was withdrawn meanwhile', () => {
  it('[13.moved-on] releases nothing if this version was released and withdrawn since', async () => {
    const id = await offered();
    const form = await releaseForm(id);
    await desk.api.publish(id, { expectedVersion: 1 }, { headers: { Prefer: 'wait=20' } });
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('Version 1 was released and withdrawn since then.');
    expect((await desk.api.read(id)).body).toMatchObject({ publishedVersion: null });
  });

  it('[13.moved-on] releases nothing, and the page says what readers see now', async () => {
    const id = await offered();
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
    await desk.api.update(id, { expectedVersion: 1, title: 'Another' });
    const form = await releaseForm(id);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('Readers saw version 1 of it then. Readers see nothing of it.');
    expect((await desk.api.read(id)).body).toMatchObject({ publishedVersion: null });
  });

  it('[13.moved-on] says what differs if the document also has a newer version', async () => {
    const id = await offered();
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
    await desk.api.update(id, { expectedVersion: 1, title: 'Another' });
    const form = await releaseForm(id);
    await desk.api.update(id, { expectedVersion: 2, content: 'Other.' });
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const { status, text } = await person.post(`/desk/${id}/release`, form);
    expect(status).toBe(409);
    expect(text).toContain('it is at version 3 now. What differs: content.');
  });
});

describe('sending back', () => {
  it('[13.moved-on] does nothing if the document was withdrawn after the page was opened', async () => {
    const id = await offered();
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
    await desk.api.update(id, { expectedVersion: 1, title: 'Another', intent: 'review' });
    const form = await backForm(id);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const { status, text } = await person.post(`/desk/${id}/send-back`, { ...form, note: 'No.' });
    expect(status).toBe(409);
    expect(text).toContain('Readers saw version 1 of it then. Readers see nothing of it.');
    expect((await desk.api.read(id)).body).toMatchObject({ state: 'review', returned: null });
  });

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

  it('[13.form-once] happens once; a second form gets 409 and says that the version was sent back', async () => {
    const id = await offered();
    const [form, other] = [await backForm(id), await backForm(id)];
    const send = (members: object) =>
      person.post(`/desk/${id}/send-back`, { ...(members as Record<string, string>), note: 'No.' });
    const twice = await Promise.all([send(form), send(form)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const late = await send(other);
    expect(late.status).toBe(409);
    expect(late.text).toContain('Ada Example has sent version 1 back since you opened it.');
  });

  it('[13.form-once] is refused for the same form with another note, which is not stored', async () => {
    const id = await offered();
    const form = await backForm(id);
    const send = (note: string) => person.post(`/desk/${id}/send-back`, { ...form, note });
    expect((await send('No.')).status).toBe(303);
    const other = await send('No, and mend the second figure.');
    expect(other.status).toBe(409);
    expect(other.text).toContain('has sent version 1 back since you opened it');
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
    expect(body.note).toContain('Version 1 was sent back');
    expect(body.note).not.toContain('publish_publication');
  });

  it.each([
    ['', 'must have 1 to 2000 characters'],
    ['x'.repeat(2_001), 'must have 1 to 2000 characters'],
    ['\u0007', 'must'],
  ])('[13.note] refuses the note %.20j', async (note, message) => {
    const id = await offered();
    const { status, text } = await sendBack(id, note);
    expect(status).toBe(422);
    expect(text).toMatch(new RegExp(message));
    expect((await desk.api.read(id)).body.returned).toBeNull();
  });

  it('[13.note] accepts a note of 2,000 characters, refuses a form of 100 kB, and refuses JSON', async () => {
    const id = await offered();
    const long = await person.post(`/desk/${id}/send-back`, { note: 'x'.repeat(100_000) });
    expect(long.status).toBe(413);
    expect(long.text).toContain('send a shorter note');
    const type = { 'Content-Type': 'application/json' };
    const json = await person.post(`/desk/${id}/send-back`, { note: 'No.' }, type);
    expect(json.status).toBe(415);
    expect(json.text).toContain('The request is not a form (application/x-www-form-urlencoded).');
    expect((await sendBack(id, '😀'.repeat(2_000))).status).toBe(303);
  });
});

describe('a client that waits for a decision', () => {
  it('[4.wait-decided] is answered within a second of the click', async () => {
    const id = await offered();
    const waits = desk.api
      .request('GET', `/api/v1/publications/${id}?until=decided`, {
        headers: { Prefer: 'wait=20' },
      })
      .then(({ body }) => ({ body, at: performance.now() }));
    await sleep(700);
    const form = await backForm(id);
    await person.post(`/desk/${id}/send-back`, { ...form, note: 'No.' });
    const clicked = performance.now();
    const { body, at } = await waits;
    expect(body).toMatchObject({ state: 'draft', returned: { note: 'No.' } });
    expect(at - clicked).toBeLessThan(1_000);
  });
});

describe('the queue', () => {
  it('[13.queue] shows waiting documents, the longest wait first, and recent decisions', async () => {
    const { accountId, api } = await desk.caller();
    const who = await newPerson(desk, accountId);
    expect((await who.open('/desk')).text).toContain('Nothing waits.');
    expect((await who.open('/desk?page=2')).text).toContain('Nothing is on this page.');
    const first = await offered({ title: 'First <one>', changeNote: 'Why & how' }, api);
    const second = await offered({ title: 'Second' }, api);
    await offered({ title: 'A draft', intent: 'draft' }, api);
    const { text } = await who.open('/desk');
    expect(text.indexOf(first)).toBeLessThan(text.indexOf(second));
    expect(text).toContain('First &lt;one&gt;');
    expect(text).toContain('Why &amp; how');
    expect(text).toMatch(/1 lines? added, 0 removed/);
    expect(text).not.toContain('A draft');
    await sendBack(first, 'Not yet.', who);
    const later = (await who.open('/desk')).text.split('Decided lately');
    expect(later[0]).not.toContain(first);
    expect(later[1]).toContain('Not yet.');
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
    await release(id);
    await desk.api.read(id, { Prefer: 'wait=20' });
    await desk.api.update(id, {
      expectedVersion: 1,
      content: 'The quick **brown** fox.',
      intent: 'review',
      changeNote: 'Colour.',
    });
    const { text, headers } = await person.open(`/desk/${id}`);
    expect(text).toMatch(/<ins>.*\*\*brown\*\* /s);
    expect(text).toContain('<strong>brown</strong>');
    expect(text).toContain('https://example.org/a');
    expect(text).toContain('Colour.');
    expect(text).toMatch(/approved by <bdi>Ada Example<\/bdi> at the desk/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(text).not.toContain('<script');
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
