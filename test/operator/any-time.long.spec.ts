import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startService } from '../setup/service.js';
import { Cli } from '../setup/cli.js';
import { filesIn, folderOf } from './folder.js';

interface Known {
  id: string;
}

describe('commands on the embedded database', () => {
  it('work with and without a running service [10.any-time] [10.import] [10.export] [10.reindex] [10.doctor]', async () => {
    const folder = await folderOf({ 'wiki/en/hello.md': '# Hello numbat\n\nText' });
    const dataDir = join(folder, 'data');
    const cli = new Cli({ DATA_DIR: dataDir });
    expect(await cli.json('doctor')).toMatchObject({ ok: true });
    const { id } = await cli.json<Known>('accounts', 'create', '--name', 'Somebody');
    const wiki = ['publications', 'import', join(folder, 'wiki'), '--account', id, '--publish'];
    expect(await cli.json(...wiki)).toMatchObject({ created: 1, published: 1 });
    const [document] = await cli.json<Known[]>('publications', 'list', '--state', 'publishing');
    expect(await cli.json('publications', 'reindex', '--all')).toMatchObject({ indexed: 0 });

    const service = await startService({ dataDir });
    const published = ['publications', 'list', '--state', 'published'];
    while ((await cli.json<Known[]>(...published)).length === 0) await sleep(100);
    expect((await fetch(`${service.url}/en/hello`)).status).toBe(200);
    expect(await cli.json('publications', 'show', document!.id)).toMatchObject({ accountId: id });
    expect(await cli.json('usage', id)).toMatchObject({ used: 0 });
    expect(await cli.json<object[]>('audit', 'list', '--since', '1h')).toHaveLength(3);
    expect(await cli.json('publications', 'export', join(folder, 'out'))).toMatchObject({
      files: 1,
    });
    expect(await cli.json('publications', 'reindex', '--all')).toMatchObject({ indexed: 1 });
    expect(await cli.json('doctor')).toMatchObject({ ok: true });
    const found = await fetch(`${service.url}/search.json?q=numbat`);
    expect(await found.json()).toMatchObject({ total: 1 });
    await service.stop();

    expect(await cli.json(...wiki)).toMatchObject({ unchanged: 1, published: 0 });
    const original = await readFile(join(folder, 'wiki/en/hello.md'), 'utf8');
    const files = await filesIn(join(folder, 'out'));
    expect(files['en/hello.md']!.endsWith(`\n---\n\n${original}`)).toBe(true);
  });
});
