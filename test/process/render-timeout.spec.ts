import { Test } from '@nestjs/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { WorkerModule } from '../../src/worker.module.js';
import { folderOf } from '../operator/folder.js';
import { imported } from '../operator/importing.js';
import { LastingCli } from '../setup/cli.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';

const ENDLESS = new URL('./endless.worker.mjs', import.meta.url);

const database = await freshDatabase();
const cli = new LastingCli({ DATABASE_URL: database.url });
/** A worker whose threads never finish a document, because no document within the bounds takes too long. */
const config = readConfig({ DATABASE_URL: database.url, ROLE: 'worker' });
const worker = await Test.createTestingModule({
  imports: [WorkerModule.register(config, database.url)],
})
  .overrideProvider(Threads)
  .useFactory({ factory: () => new Threads(ENDLESS, 300) })
  .compile();
await worker.init();
afterAll(async () => {
  await worker.close();
  await cli.close();
  await database.drop();
});

describe('a document that takes too long in its thread', () => {
  it('[3.render-timeout] is tried three times, then its release fails permanently', async () => {
    await sql(
      database.url,
      `CREATE TABLE attempt (number integer);
       CREATE FUNCTION count_attempt() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN INSERT INTO attempt VALUES (NEW.attempts); RETURN NULL; END';
       CREATE TRIGGER count_attempt AFTER UPDATE ON release FOR EACH ROW
         WHEN (NEW.attempts > OLD.attempts) EXECUTE FUNCTION count_attempt()`,
    );
    const { id: accountId } = await cli.json<{ id: string }>('accounts', 'create', '--name', 'A');
    await imported(cli, await folderOf({ 'en/slow.md': 'Text' }), { accountId }, '--publish');
    const [document] = await cli.json<{ id: string }[]>('publications', 'list');
    await expect
      .poll(() => cli.json('publications', 'show', document!.id), { timeout: 60_000 })
      .toMatchObject({
        state: 'draft',
        publishedVersion: null,
        publishError: { code: 'render_timeout', version: 1 },
      });
    expect(await sql(database.url, 'SELECT number FROM attempt')).toEqual([
      { number: 1 },
      { number: 2 },
      { number: 3 },
    ]);
  });
});
