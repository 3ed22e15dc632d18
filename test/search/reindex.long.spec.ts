import { DataSource, type QueryRunner } from 'typeorm';
import { afterAll, describe, expect, it } from 'vitest';
import { SearchLanguages1795219200006 } from '../../migrations/1795219200006-search-languages.js';
import { type Client, client } from '../setup/client.js';
import { LONG_WAIT } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { startService } from '../setup/service.js';

const fresh = await freshDatabase();
const { key } = await issueKey(fresh.url, { limit: 100 });

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

describe('an index of an earlier version', () => {
  it('serves its old words until the worker has made the new ones', async () => {
    const fields = { slug: 'old', content: 'They published it.' };
    const { id } = await withService((api) => released(api, fields));
    const migration = new SearchLanguages1795219200006();
    await withRunner(async (runner) => {
      await migration.down(runner);
      await runner.query(`UPDATE search_entry SET vector = to_tsvector('simple', body)`);
      await migration.up(runner);
      // Delays the jobs, so that the worker does not make the new words before the test expects them.
      await runner.query(`UPDATE release SET due_at = due_at + interval '1 hour'`);
    });
    await withService(async (api, url) => {
      expect((await api.read(id)).body.indexStatus).toBe('pending');
      expect(await found(url, 'q=published')).toEqual(['old']);
      await withRunner((runner) => runner.query(`UPDATE release SET due_at = now()`));
      expect((await api.read(id, LONG_WAIT.headers)).body).toMatchObject({
        indexStatus: 'ready',
        state: 'published',
      });
      expect(await found(url, 'q=publishing&locale=en')).toEqual(['old']);
    });
  });
});
