import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { marked, newMarker } from './marker.js';

/**
 * Reads the files of all tables and indexes of a database. Returns the names of the files in which a text occurs
 * uncompressed.
 */
async function filesWith(databaseUrl: string, text: string): Promise<string[]> {
  const [place] = await sql<{ folder: string; oid: number }>(
    databaseUrl,
    `SELECT current_setting('data_directory') AS folder, oid FROM pg_database WHERE datname = current_database()`,
  );
  await sql(databaseUrl, 'CHECKPOINT');
  const folder = join(place!.folder, 'base', String(place!.oid));
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

it('[15.erase-files] an erasure leaves the text in no log, and in no data file after VACUUM FULL and a checkpoint', async () => {
  const desk = await openDesk({ LOG_LEVEL: 'trace' });
  const marker = newMarker();
  const { api, databaseUrl } = desk;
  const document = { ...newDocument(), ...marked(marker) };
  const { id, url } = expectAccepted(await api.create(document, { key: `key-${marker}` }), 201);
  await api.publish(id, { expectedVersion: 1, approvedBy: marker }, WAIT);
  await api.update(id, { expectedVersion: 1, title: `Draft ${marker}` });
  await expect.poll(async () => (await api.list('?q=draft')).body.items).toHaveLength(1);
  for (const address of [url, `${url}.md`, `${desk.url}/feed.xml`]) await fetch(address);
  await sql(databaseUrl, 'ANALYZE');
  expect((await filesWith(databaseUrl, marker)).length).toBeGreaterThan(5);
  await operator(databaseUrl, 'publications', 'erase', id, '--reason', 'a court order');
  await sql(databaseUrl, 'VACUUM FULL');
  expect(await filesWith(databaseUrl, marker)).toEqual([]);
  expect(desk.log()).not.toContain(marker);
  await desk.close();
});
