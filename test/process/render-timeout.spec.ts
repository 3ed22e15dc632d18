import { Test } from '@nestjs/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { WorkerModule } from '../../src/worker.module.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const ENDLESS = new URL('./endless.worker.mjs', import.meta.url);

const desk = await openDesk({ ROLE: 'api' });
/** A worker whose threads never finish a document, because no document within the bounds takes too long. */
const config = readConfig({ DATABASE_URL: desk.databaseUrl, ROLE: 'worker' });
const worker = await Test.createTestingModule({
  imports: [WorkerModule.register(config, desk.databaseUrl)],
})
  .overrideProvider(Threads)
  .useFactory({ factory: () => new Threads(ENDLESS, 300) })
  .compile();
await worker.init();
afterAll(async () => {
  await worker.close();
  await desk.close();
});

describe('a document that takes too long in its thread', () => {
  it('[3.render-timeout] is tried three times, then its release fails permanently', async () => {
    await sql(
      desk.databaseUrl,
      `CREATE TABLE attempt (number integer);
       CREATE FUNCTION count_attempt() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN INSERT INTO attempt VALUES (NEW.attempts); RETURN NULL; END';
       CREATE TRIGGER count_attempt AFTER UPDATE ON release FOR EACH ROW
         WHEN (NEW.attempts > OLD.attempts) EXECUTE FUNCTION count_attempt()`,
    );
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }), 202);
    const { body } = await desk.api.read(id, { Prefer: 'wait=30' });
    expect(body).toMatchObject({
      state: 'draft',
      publishedVersion: null,
      publishError: { code: 'render_timeout', version: 1 },
    });
    expect(await sql(desk.databaseUrl, 'SELECT number FROM attempt')).toEqual([
      { number: 1 },
      { number: 2 },
      { number: 3 },
    ]);
  });
});
