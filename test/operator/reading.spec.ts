import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { client } from '../setup/client.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { released } from '../setup/released.js';
import { sql } from '../setup/sql.js';

interface Entry {
  time: string;
  accountId: string;
  channel: string;
  keyId: string | null;
  operator: string | null;
  action: string;
  publicationId: string | null;
  version: number | null;
  requestId: string | null;
  details: object | null;
}

interface Made {
  id: string;
  key: string;
}

const day = (ago: number) => `(now() AT TIME ZONE 'UTC')::date - ${ago}`;

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('the command', () => {
  let desk: SharedDesk;
  let cli: LastingCli;
  let draft: string;
  let published: string;

  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
    const { api } = desk;
    draft = (await api.create(newDocument({ title: 'Draft', intent: 'review' }))).body.id;
    published = (await released(api, { title: 'Released' })).id;
  });
  afterAll(() => cli.close());

  it("usage shows today's figures and those of the days before, zeros included [10.usage]", async () => {
    await sql(
      desk.databaseUrl,
      `INSERT INTO daily_usage VALUES ($1, ${day(1)}, 40), ($1, ${day(3)}, 80), ($1, ${day(4)}, 9)`,
      [desk.accountId],
    );
    const usage = await cli.json<object>('usage', desk.accountId, '--days', '3');
    const shape = /^\d{4}-\d\d-\d\d$/;
    expect(usage).toEqual({
      ...(await desk.api.usage()).body,
      days: [80, 0, 40].map((used) => ({ day: expect.stringMatching(shape) as string, used })),
    });
    expect(usage).toMatchObject({ used: 3 });
  });

  it('usage draws a bar for each of 30 days and for today, the longest with 50 characters [10.usage] [10.tables]', async () => {
    const { stdout } = await cli.run('usage', desk.accountId);
    expect(stdout).toMatch(/│ used today +│ 3 +│/);
    const bars = stdout.split('\n').filter((line) => /^\d{4}-\d\d-\d\d /.test(line));
    expect(bars).toHaveLength(31);
    expect(bars.slice(-4).map((line) => line.slice(11))).toEqual([
      `${'█'.repeat(50)} 80`,
      '0',
      `${'█'.repeat(25)} 40`,
      '██ 3',
    ]);
  });

  it('publications list shows the documents of every account, or of one [10.publications-list]', async () => {
    const other = await desk.caller();
    const foreign = (await other.api.create(newDocument())).body.id;
    const all = await cli.json<{ id: string; accountId: string }[]>('publications', 'list');
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([draft, published, foreign]));
    const own = await cli.json('publications', 'list', '--account', desk.accountId);
    const { items } = (await desk.api.list('?sort=createdAt')).body;
    const { accountId } = desk;
    expect(own).toEqual(items.map((item) => Object.assign(item, { accountId })));
  });

  it('publications list filters by the derived state [10.publications-list]', async () => {
    const list = ['publications', 'list', '--account', desk.accountId, '--state'];
    const inState = async (state: string) =>
      (await cli.json<{ id: string }[]>(...list, state)).map(({ id }) => id);
    expect(await inState('published')).toEqual([published]);
    expect(await inState('review')).toEqual([draft]);
    const { stdout } = await cli.run(...list, 'publishing');
    expect(stdout).toContain('│ state │');
    expect(stdout).not.toContain(draft);
  });

  it('publications list shows more documents than a page holds, names their account and fits into 200 columns [10.publications-list] [10.tables]', async () => {
    const { accountId, api } = await desk.caller({ limit: 1_000 });
    const title = 'T'.repeat(200);
    await Promise.all(Array.from({ length: 105 }, () => api.create(newDocument({ title }))));
    const list = ['publications', 'list', '--account', accountId];
    const listed = await cli.json<{ id: string }[]>(...list);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(105);
    const { stdout } = await cli.run(...list);
    expect(stdout).not.toContain(accountId);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => /^│ [0-9a-f-]{36} │ Someone /.test(line))).toHaveLength(105);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(200);
  });

  it('publications show prints the document as its client sees it, with its account [10.publications-show]', async () => {
    const shown = await cli.json('publications', 'show', published);
    const { body } = await desk.api.read(published);
    expect(shown).toEqual({ ...body, accountId: desk.accountId });
    const { stdout } = await cli.run('publications', 'show', published);
    expect(stdout).toMatch(/│ state +│ published +│/);
    expect(stdout).toContain(body.url);
  });

  it('publications show refuses an unknown id [10.publications-show] [10.exit-refused]', async () => {
    const { status, stdout, stderr } = await cli.run('publications', 'show', desk.accountId);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`imprimatur: There is no publication ${desk.accountId}.\n`);
  });

  it('publications show and list mark a withdrawn document [10.publications-show] [10.publications-list]', async () => {
    const caller = await desk.caller();
    const { id } = await released(caller.api);
    const words = ['publications', 'withdraw', id, '--reason', 'a mistake', '--yes'];
    const { stdout } = await cli.run(...words);
    const { body } = await caller.api.read(id);
    expect(stdout).toMatch(
      new RegExp(`^Withdrawn: ${body.locale}/${body.slug} is no longer public`),
    );
    expect(body.withdrawn).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    const expected = { ...body, accountId: caller.accountId };
    expect(await cli.json('publications', 'show', id)).toEqual(expected);
    expect((await cli.run('publications', 'show', id)).stdout).toMatch(/│ withdrawn +│ \d/);
    const listed = await cli.run('publications', 'list', '--account', caller.accountId);
    expect(listed.stdout).toContain('│ draft, withdrawn │');
  });

  it('audit list shows who did what, when, with which key and over which channel [10.audit-list]', async () => {
    const { id: accountId } = await cli.json<Made>('accounts', 'create', '--name', 'Newsroom');
    const issue = ['keys', 'issue', '--account', accountId, '--name', 'bot'];
    const { id: keyId, key } = await cli.json<Made>(...issue, '--scopes', 'write,publish');
    const api = client(desk.url, key);
    const headers = { 'X-Request-Id': 'request-1' };
    const slug = `audited-${crypto.randomUUID()}`;
    const { body } = await api.create(newDocument({ slug }), { headers });
    const publish = { expectedVersion: 1, approvedBy: 'Ada Lovelace' };
    await api.publish(body.id, publish, { headers: { Prefer: 'wait=30' } });
    await cli.json('publications', 'withdraw', body.id, '--reason', 'a mistake');
    const trail = await cli.json<Entry[]>('audit', 'list', '--account', accountId);
    expect(trail.map(({ action, channel }) => `${channel}: ${action}`)).toEqual([
      'operator: accounts create',
      'operator: keys issue',
      'http: create',
      'http: publish',
      'operator: publications withdraw',
    ]);
    expect(trail[2]).toMatchObject({
      accountId,
      keyId,
      operator: null,
      publicationId: body.id,
      version: 1,
      requestId: 'request-1',
      approvedBy: null,
      details: null,
    });
    expect(trail[3]).toMatchObject({ action: 'publish', approvedBy: 'Ada Lovelace' });
    const table = await cli.run('audit', 'list', '--account', accountId);
    expect(table.stdout).toMatch(new RegExp(`│ publish +│ en/${slug} v1 +│ Ada Lovelace +│`));
    expect(table.stdout).not.toContain(accountId);
    expect(table.stdout).not.toContain(body.id);
    expect(trail[4]).toMatchObject({
      keyId: null,
      operator: expect.stringMatching(/./) as string,
      publicationId: body.id,
      details: { reason: 'a mistake' },
    });
    const times = trail.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
    expect(JSON.stringify(trail)).not.toContain(key);
  });

  it('audit list begins where --since says: at a time, at a date, or a duration ago [10.audit-since]', async () => {
    const list = (...words: string[]) =>
      cli.json<Entry[]>('audit', 'list', '--account', desk.accountId, ...words);
    const all = await list();
    const middle = all[Math.floor(all.length / 2)]!.time;
    const later = await list('--since', middle);
    expect(later).toEqual(all.filter(({ time }) => time >= middle));
    await sql(
      desk.databaseUrl,
      `UPDATE accepted_write SET created_at = now() - interval '2 days' WHERE publication_id = $1`,
      [draft],
    );
    const ofDraft = async (since: string) =>
      (await list('--since', since)).filter(({ publicationId }) => publicationId === draft);
    expect(await ofDraft('24h')).toEqual([]);
    expect(await ofDraft('3d')).toHaveLength(1);
    expect(await ofDraft(daysAgo(1))).toEqual([]);
    expect(await ofDraft(daysAgo(2))).toHaveLength(1);
  });

  it('audit list shows every row of a long trail once [10.audit-list]', async () => {
    await sql(
      desk.databaseUrl,
      `INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                   request_id, created_at, idempotency_key)
       SELECT gen_random_uuid(), $1, 'update', $2, n, 'key', 'http', 'r', now(),
              CASE WHEN n % 2 = 0 THEN 'k' || n END
       FROM generate_series(2, 1300) AS n`,
      [desk.accountId, draft],
    );
    const trail = await cli.json<Entry[]>('audit', 'list', '--account', desk.accountId);
    const versions = trail.filter(({ keyId }) => keyId === 'key').map(({ version }) => version);
    expect(new Set(versions).size).toBe(1_299);
    expect(versions).toHaveLength(1_299);
    const { stdout } = await cli.run('audit', 'list', '--account', desk.accountId);
    expect(stdout.match(/│ update +│/g)).toHaveLength(1_299);
  });
});
