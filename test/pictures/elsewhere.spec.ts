import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import type { ImportResult } from '../../src/transfer/import-result.js';
import { filesIn, folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { picture, put } from './pictures.js';

const desk = await sharedDesk();
const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });

describe('the desk', () => {
  it('shows pictures only to a person who is signed in to the account of the document [14.desk]', async () => {
    const made = await picture('png', 600, 400);
    await put(desk.api, made.bytes);
    const content = `![Bars](picture:${made.sha256})`;
    const { body } = await desk.api.create(newDocument({ content, intent: 'review' }));
    const person = await newPerson(desk, desk.accountId);
    const { text, headers } = await person.open(`/desk/${body.id}`);
    expect(headers.get('content-security-policy')).toContain("img-src 'self'");
    const [address] = /\/desk\/[\w-]+\/pictures\/[^" ]+/.exec(text)!;
    const as = (cookie: string) => fetch(desk.url + address, { headers: { Cookie: cookie } });
    expect((await as(person.cookie)).status).toBe(200);
    expect((await as('')).status).toBe(404);
    const other = await newPerson(desk, (await desk.caller()).accountId);
    expect((await as(other.cookie)).status).toBe(404);
  });
});

describe('import and export', () => {
  it('import the pictures that files link to by path, and export pictures next to the files [14.transfer]', async () => {
    const { accountId, api } = await desk.caller();
    const [one, other] = [await picture('png', 64, 48), await picture('jpeg', 64, 48)];
    const root = await folderOf({
      'en/pictured-guide.md': '# Guide\n\n![Bars](img/one.png "By year")\n\n[link](img/one.png)',
      'en/img/one.png': one.bytes,
      'en/pictured-other.md': `# Other\n\n![Lines](../other.jpg) ![gone](gone.png) ![no](no.png)`,
      'en/no.png': 'no picture',
      'other.jpg': other.bytes,
    });
    const report = await cli.json('publications', 'import', root, '--account', accountId);
    expect(report).toMatchObject({ created: 2, failed: 0 });
    expect(report).toMatchObject({ pictures: { 'en/gone.png': 1, 'en/no.png': 1 } });
    const again = await cli.json('publications', 'import', root, '--account', accountId);
    expect(again).toMatchObject({ unchanged: 2 });
    const guide = (await api.list('?slug=pictured-guide')).body.items[0]!;
    expect((await api.read(guide.id)).body.content).toBe(
      `# Guide\n\n![Bars](picture:${one.sha256} "By year")\n\n[link](img/one.png)`,
    );
    const out = join(await folderOf(), 'out');
    const drafts = ['--drafts', '--account', accountId];
    await cli.json('publications', 'export', out, ...drafts);
    const files = await filesIn(out);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        `en/pictured-guide-${one.sha256.slice(0, 8)}.png`,
        `en/pictured-other-${other.sha256.slice(0, 8)}.jpg`,
        'en/pictured-guide.md',
        'en/pictured-other.md',
      ].toSorted(),
    );
    expect(files['en/pictured-guide.md']).toContain(
      `![Bars](pictured-guide-${one.sha256.slice(0, 8)}.png "By year")`,
    );
    const back = await cli.json('publications', 'import', out, '--account', accountId);
    expect(back).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
  });

  it('write a picture under a name that the text does not have already [10.round-trip] [14.transfer]', async () => {
    const { accountId, api } = await desk.caller();
    const { bytes, sha256 } = await picture('png', 64, 48);
    await put(api, bytes);
    const name = `named-picture-${sha256.slice(0, 8)}.png`;
    const content = `![Shown](picture:${sha256}) ![not a picture](${name}) ![nor this](${sha256}.png)`;
    await api.create(newDocument({ slug: 'named-picture', content }));
    const out = await folderOf();
    await cli.json('publications', 'export', out, '--drafts', '--account', accountId);
    const files = Object.keys(await filesIn(out));
    expect(files.toSorted()).toEqual([`en/named-picture-${sha256}.png`, 'en/named-picture.md']);
    const back = await cli.json('publications', 'import', out, '--account', accountId);
    expect(back).toMatchObject({ unchanged: 1, updated: 0, conflicts: [] });
  });
});

describe('a dry run of an import', () => {
  it('reports the same about pictures as the import [10.import-dry-run] [14.transfer]', async () => {
    const { accountId, api } = await desk.caller();
    const [beside, kept] = [await picture('png', 64, 48), await picture('png', 64, 48)];
    await put(api, kept.bytes);
    const head = '---\nsources: [https://example.org/]\n---\n';
    const root = await folderOf({
      'en/fine.md': `${head}![Bars](beside.png) ![Lines](picture:${kept.sha256})`,
      'en/lacks.md': `${head}![Bars](picture:${'a'.repeat(64)})`,
      'en/named.md': `${head}<img src="beside.png">`,
      'en/spoilt.md': `${head}![Bars](spoilt.png)`,
      'en/bare.md': `![](picture:${kept.sha256})`,
      'en/beside.png': beside.bytes,
      'en/spoilt.png': beside.bytes.subarray(0, 200),
    });
    const imported = async (...options: string[]) => {
      const words = ['import', root, '--account', accountId, '--publish', ...options];
      const { stdout } = await cli.run('publications', ...words, '--json');
      return JSON.parse(stdout) as ImportResult;
    };
    const dry = await imported('--dry-run');
    expect(dry).toMatchObject({
      created: 5,
      published: 3,
      failed: 2,
      pictures: { 'en/spoilt.png': 1 },
    });
    expect(dry.faults.map(({ file, message }) => [file, /\((.*?)\)/.exec(message)?.[1]])).toEqual(
      ['bare', 'lacks'].map((name) => [`en/${name}.md`, 'picture_missing']),
    );
    expect(dry.faults[1]!.message).toContain(`: picture:${'a'.repeat(64)} is not uploaded`);
    expect(dry.faults[0]!.message).toContain(': picture:');
    expect(dry.faults[0]!.message).toMatch(/ has no alternative text$/);
    expect((await api.list()).body.items).toEqual([]);
    expect(await imported()).toEqual(dry);
  });
});

describe('housekeeping', () => {
  it('removes pictures that were uploaded more than 7 days ago and that no revision names, and no others [14.housekeeping] [12.metrics-pictures]', async () => {
    const [named, fresh, old] = await Promise.all([1, 2, 3].map(() => picture('png', 30, 20)));
    for (const { bytes } of [named!, fresh!, old!]) await put(desk.api, bytes);
    await desk.api.create(newDocument({ content: `![Bars](picture:${named!.sha256})` }));
    await sql(
      desk.databaseUrl,
      `UPDATE picture SET put_at = now() - interval '8 days' WHERE sha256 = ANY ($1)`,
      [[named!.sha256, old!.sha256]],
    );
    const kept = async () => {
      const rows = await sql<{ sha256: string }>(
        desk.databaseUrl,
        `SELECT DISTINCT sha256 FROM picture JOIN picture_file USING (account_id, sha256)
         WHERE sha256 = ANY ($1)`,
        [[named!.sha256, fresh!.sha256, old!.sha256]],
      );
      return rows.map(({ sha256 }) => sha256).toSorted();
    };
    expect(await kept()).toHaveLength(3);
    // A worker removes pictures when it starts, and then once an hour.
    const { databaseUrl } = desk;
    const worker = await startService({ databaseUrl, env: { ROLE: 'worker' } });
    await expect.poll(kept).toEqual([named!.sha256, fresh!.sha256].toSorted());
    const metrics = await (await fetch(`${worker.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^imprimatur_picture_bytes\{account="[\w-]{36}"\} \d+$/m);
    await worker.stop();
  });
});
