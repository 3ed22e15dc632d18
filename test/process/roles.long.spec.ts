import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';

let database: FreshDatabase;
let key: string;

beforeAll(async () => {
  database = await freshDatabase();
  ({ key } = await issueKey(database.url, { limit: 1_000 }));
});

afterAll(() => database.drop());

const start = (role: string): Promise<Service> =>
  startService({
    databaseUrl: database.url,
    env: { ROLE: role, PUBLIC_BASE_URL: 'https://docs.example.org' },
  });

describe('processes on one database', { timeout: 120_000 }, () => {
  it('[12.many-processes] of any role need nothing of each other', async () => {
    const roles = ['all', 'api', 'api', 'worker', 'worker'];
    const processes = await Promise.all(roles.map(start));
    const doors = processes.slice(0, 3).map(({ url }) => ({ url, api: client(url, key) }));
    for (const [index, { api }] of doors.entries()) {
      const next = doors[(index + 1) % doors.length]!;
      const document = newDocument();
      const first = await api.create(document, { key: `key-${index}` });
      const { id, locale, slug } = first.body;
      expect((await next.api.create(document, { key: `key-${index}` })).text).toBe(first.text);
      await next.api.update(id, { expectedVersion: 1, title: `Title ${index}` });
      await api.publish(id, { expectedVersion: 2 }, { headers: { Prefer: 'wait=30' } });
      expect((await next.api.read(id)).body.indexStatus).toBe('ready');
      for (const { url } of doors) {
        const page = await fetch(`${url}/${locale}/${slug}`);
        expect(await page.text()).toContain(`Title ${index}`);
      }
    }
    await Promise.all(processes.map((service) => service.stop()));
  });
});
