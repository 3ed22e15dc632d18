import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { marked, newMarker, placesOf } from './marker.js';

const desk = await sharedDesk();

/** Moves every stored time of an account's rows, as after a failover to a server whose clock is slower or faster. */
async function move(table: string, by: string, where: string, id: string): Promise<void> {
  await sql(
    desk.databaseUrl,
    `UPDATE ${table} SET created_at = created_at + $1::interval WHERE publication_id = $2 AND ${where}`,
    [by, id],
  );
}

describe.each(['-400 days', '400 days'])(
  'an erasure of a document of which some rows have times moved by %s',
  (by) => {
    it('[15.erase-everywhere] removes the text of all rows', async () => {
      const { api, databaseUrl } = desk;
      const marker = newMarker();
      const { id } = expectAccepted(await api.create(newDocument()), 201);
      await api.update(id, { expectedVersion: 1, ...marked(marker), intent: 'review' });
      const person = await newPerson(desk, desk.accountId);
      const form = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
      await person.post(`/desk/${id}/send-back`, { ...form, note: marker });
      const publish = { expectedVersion: 2, approvedBy: `Ada ${marker}` };
      await api.publish(id, publish, { ...WAIT, key: `key-${marker}` });
      await move('accepted_write', by, `operation <> 'create'`, id);
      for (const table of ['decision', 'revision']) await move(table, by, 'version > 1', id);
      expect((await placesOf(databaseUrl, marker)).length).toBeGreaterThan(10);
      await operator(databaseUrl, 'publications', 'erase', id, '--reason', 'a name');
      // The session at the desk has the name of its person, and belongs to no document.
      await operator(databaseUrl, 'desk', 'sign-out', '--account', desk.accountId);
      expect(await placesOf(databaseUrl, marker)).toEqual([]);
    });

    it('[15.erase-revision] removes the text of one revision from all rows', async () => {
      const { api, databaseUrl } = desk;
      const marker = newMarker();
      const { id } = expectAccepted(await api.create(newDocument()), 201);
      await api.update(id, { expectedVersion: 1, ...marked(marker) });
      await api.publish(id, { expectedVersion: 2, approvedBy: marker }, WAIT);
      await api.update(id, { expectedVersion: 2, ...marked('clean') });
      await api.publish(id, { expectedVersion: 3 }, WAIT);
      await move('accepted_write', by, `operation <> 'create'`, id);
      const words = ['--version', '2', '--reason', 'a name'];
      await operator(databaseUrl, 'publications', 'erase', id, ...words);
      expect(await placesOf(databaseUrl, marker)).toEqual([]);
    });

    it('[15.evidence] leaves the writes in the audit of the evidence', async () => {
      const { api, databaseUrl } = desk;
      const { id } = expectAccepted(await api.create(newDocument()), 201);
      await api.publish(id, { expectedVersion: 1 }, WAIT);
      await move('accepted_write', by, `operation <> 'create'`, id);
      const folder = join(await folderOf(), 'evidence');
      await operator(databaseUrl, 'publications', 'evidence', id, folder);
      const lines = (await readFile(join(folder, 'audit.jsonl'), 'utf8')).trim().split('\n');
      const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
      expect(actions.toSorted()).toEqual(['create', 'publish']);
    });
  },
);
