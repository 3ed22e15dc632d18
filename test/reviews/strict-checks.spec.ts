import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hiddenOf, newPerson } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { DESK_TRANSLATIONS } from '../../src/site/html/desk-words.js';
import { newDocument } from '../setup/document.js';
import { assistant, type Era, type Person } from '../setup/mcp.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const FAULTY = 'Tea grows in [Insert country name here].';
const desk = await sharedDesk();
const cli = new Cli({ DATABASE_URL: desk.databaseUrl });

const writer = await desk.caller({ limit: 1_000 });
await cli.json('accounts', 'set-checks', writer.accountId, 'strict');
await cli.json('accounts', 'set-release-rule', writer.accountId, 'confirmed');

const created = async (content: string): Promise<string> =>
  expectAccepted(await writer.api.create(newDocument({ content, title: randomUUID() })), 201).id;
const read = async (id: string) => (await writer.api.read(id, { Prefer: 'wait=20' })).body;

const agrees: Person = () => ({
  action: 'accept',
  content: { decision: 'release', name: 'Ada Example' },
});

const overMcp = (era: Era) => async (id: string) => {
  const someone = await assistant(desk.url, writer.key, era, agrees);
  const args = { id, expectedVersion: 1, idempotencyKey: randomUUID() };
  const { text } = await someone.call('publish_publication', args);
  await someone.close();
  return text;
};

const file = async (text: string) => folderOf({ [`en/t${randomUUID()}.md`]: text });

/** Ways to publish a new document with this content. Each returns what it is told. */
const WAYS: Record<string, (content: string) => Promise<string>> = {
  HTTP: async (content) =>
    (await writer.api.publish(await created(content), { expectedVersion: 1 })).text,
  'MCP before 2026-07-28': async (content) => overMcp('legacy')(await created(content)),
  'MCP, confirmed in a form': async (content) => overMcp('modern')(await created(content)),
  'an import': async (content) => {
    const words = ['import', await file(content), '--account', writer.accountId, '--publish'];
    return (await cli.run('publications', ...words, '--yes', '--json')).stdout;
  },
  'publish FILE': async (content) => {
    const root = await file(content);
    const options = ['--url', desk.url, '--key', writer.key, '--json'];
    const { stdout, stderr } = await cli.run('publish', join(root, 'en'), ...options);
    return stdout + stderr;
  },
};

const counts = () =>
  sql(
    desk.databaseUrl,
    `SELECT count(*)::integer AS releases FROM decision WHERE account_id = $1 AND outcome = 'released'`,
    [writer.accountId],
  );

describe('strict checks', () => {
  it.each(Object.entries(WAYS))(
    '[16.strict] [10.set-checks] refuse a release by %s of a version with an error, and no other one',
    async (name, publish) => {
      const before = await counts();
      const refused = await publish(FAULTY);
      expect(refused).toContain('checks_failed');
      expect(refused).not.toContain('could not be looked at');
      expect(await counts()).toEqual(before);
      const told = await publish('Tea grows in Japan.');
      expect(told).not.toContain('checks_failed');
      // Under the rule of the account, a key alone releases nothing.
      if (['HTTP', 'MCP before 2026-07-28', 'publish FILE'].includes(name)) {
        expect(told).toContain('approval_required');
      } else {
        expect([told, await counts()]).not.toEqual([told, before]);
      }
    },
  );

  it('[16.strict] name the errors of the version, to a key without read only their codes', async () => {
    const id = await created(`## Tea\n\n${FAULTY}\n\n[a]()`);
    const { body } = await writer.api.publish(id, { expectedVersion: 1 });
    const [warning] = (body.details as unknown as { warnings: Record<string, string>[] }).warnings;
    const { nextStep, ...rest } = warning!;
    const excerpt = '[Insert country name here]';
    expect(rest).toEqual({ code: 'placeholder', section: 's-tea', excerpt });
    const { api } = await desk.caller({ account: writer.accountId, scopes: ['publish'] });
    const refused = await api.publish(id, { expectedVersion: 1 });
    expectRefusal(refused, 422, 'checks_failed');
    expect(refused.body.details).toEqual({ warnings: [{ code: 'placeholder', nextStep }] });
  });

  it('[16.despite] let an approver release a version with errors by one more click, which the audit shows', async () => {
    const id = await created(FAULTY);
    const person = await newPerson(desk, writer.accountId);
    const action = `/desk/${id}/release`;
    const asked = await person.post(action, await person.form(`/desk/${id}`, action));
    expect([asked.status, (await read(id)).publishedVersion]).toEqual([422, null]);
    expect(asked.text).toContain('[Insert country name here]');
    const form = await person.form(`/desk/${id}`, action);
    const inArabic = await person.post(action, form, { 'Accept-Language': 'ar' });
    const { checksTitle, checksDespite, placeholder } = DESK_TRANSLATIONS['ar']!;
    for (const words of [checksTitle, checksDespite, placeholder])
      expect(inArabic.text).toContain(words);
    expect((await person.post(action, hiddenOf(asked.text, action))).status).toBe(303);
    expect((await read(id)).publishedVersion).toBe(1);
    type Entry = Readonly<Record<string, unknown>>;
    const trail = await cli.json<Entry[]>('audit', 'list', '--account', writer.accountId);
    const entry = trail.find((one) => one['publicationId'] === id && one['action'] === 'publish');
    expect(entry!['details']).toEqual({ despite: ['placeholder'] });
  });

  it('[16.strict] look first at a version that was not looked at, and refuse it if that fails', async () => {
    const id = await created('Tea grows in Japan.');
    await expect.poll(async () => (await writer.api.read(id)).warnings).toEqual([]);
    const set = (warnings: string, facts: string) =>
      sql(
        desk.databaseUrl,
        `WITH e AS (UPDATE search_entry SET warnings = '${warnings}' WHERE publication_id = '${id}')
         UPDATE publication SET ${facts} WHERE id = '${id}'`,
      );
    // The search failed three times.
    await set('3', 'searched_version = version');
    const refused = await writer.api.publish(id, { expectedVersion: 1 });
    expectRefusal(refused, 422, 'checks_failed');
    expect(refused.body.details).toEqual({ warnings: null });
    await set('1', 'searched_version = NULL');
    const looked = await writer.api.publish(id, { expectedVersion: 1 });
    expectRefusal(looked, 422, 'approval_required');
  });
});
