import { DataSource, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchLanguages1795219200006 } from '../../migrations/1795219200006-search-languages.js';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';

const WAIT = { Prefer: 'wait=30' };

let fresh: FreshDatabase;
let key: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ key } = await issueKey(fresh.url, { limit: 100 }));
});

afterAll(() => fresh.drop());

async function withService<T>(work: (api: Client, url: string) => Promise<T>): Promise<T> {
  const service = await startService({ databaseUrl: fresh.url });
  try {
    return await work(client(service.url, key), service.url);
  } finally {
    await service.stop();
  }
}

async function withRunner(work: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
  try {
    await work(source.createQueryRunner());
  } finally {
    await source.destroy();
  }
}

async function found(url: string, query: string): Promise<string[]> {
  const response = await fetch(`${url}/search.json?${query}`);
  const { hits } = (await response.json()) as { hits: { slug: string }[] };
  return hits.map(({ slug }) => slug);
}

describe('an index of before', () => {
  it('serves its words until the worker has made the new ones', async () => {
    const id = await withService(async (api) => {
      const document = newDocument({ slug: 'old', content: 'They published it.' });
      const created = expectAccepted(await api.create(document), 201);
      await api.publish(created.id, { expectedVersion: 1 }, { headers: WAIT });
      return created.id;
    });
    const migration = new SearchLanguages1795219200006();
    await withRunner(async (runner) => {
      await migration.down(runner);
      await runner.query(`UPDATE search_entry SET vector = to_tsvector('simple', body)`);
      await migration.up(runner);
      // Delays the jobs, so that the worker does not make the new words yet.
      await runner.query(`UPDATE release SET due_at = due_at + interval '1 hour'`);
    });
    await withService(async (api, url) => {
      expect((await api.read(id)).body.indexStatus).toBe('pending');
      expect(await found(url, 'q=published')).toEqual(['old']);
      await withRunner((runner) => runner.query(`UPDATE release SET due_at = now()`));
      expect((await api.read(id, WAIT)).body).toMatchObject({
        indexStatus: 'ready',
        state: 'published',
      });
      expect(await found(url, 'q=publishing&locale=en')).toEqual(['old']);
    });
  });
});
