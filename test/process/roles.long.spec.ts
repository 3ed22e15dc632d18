import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { listening } from './listening.js';

const database = await freshDatabase();
const { key } = await issueKey(database.url, { limit: 1_000 });

afterAll(() => database.drop());

const start = (role: string): Promise<Service> =>
  startService({
    databaseUrl: database.url,
    env: { ROLE: role, PUBLIC_BASE_URL: 'https://docs.example.org' },
  });

const portsOf = ({ pid }: Service): string[] => listening(pid).map(({ port }) => String(port));
const portOf = (url: string): string => new URL(url).port;

describe('processes on one database', () => {
  it('[11.role] carry out no release with ROLE=api, and serve no API with ROLE=worker', async () => {
    const [api, worker] = await Promise.all([start('api'), start('worker')]);
    expect(portsOf(worker)).toEqual([portOf(worker.metricsUrl)]);
    expect(portsOf(api).toSorted()).toEqual([portOf(api.url), portOf(api.metricsUrl)].toSorted());
    await worker.stop();

    const desk = client(api.url, key);
    const { id } = (await desk.create(newDocument())).body;
    await desk.publish(id, { expectedVersion: 1 });
    await sleep(1_000);
    expect((await desk.read(id)).body).toMatchObject({
      state: 'publishing',
      publishedVersion: null,
    });

    const second = await start('worker');
    expect((await desk.read(id, { Prefer: 'wait=30' })).body).toMatchObject({
      state: 'published',
      indexStatus: 'ready',
    });
    await Promise.all([api.stop(), second.stop()]);
  });

  it('[12.drain-jobs] finish their jobs in flight at SIGTERM, or give them back', async () => {
    const service = await start('all');
    const desk = client(service.url, key);
    const documents = await Promise.all(
      Array.from({ length: 12 }, () =>
        desk.create(newDocument({ content: '*Text* '.repeat(2_000) })),
      ),
    );
    await Promise.all(documents.map(({ body }) => desk.publish(body.id, { expectedVersion: 1 })));
    expect(await service.stop()).toBe(0);

    // A job that is neither finished nor given back stays claimed until the end of its lease.
    const held = await sql(database.url, 'SELECT FROM release WHERE due_at > now()');
    expect(held).toEqual([]);
    const worker = await start('worker');
    const open = () => sql(database.url, 'SELECT FROM release WHERE indexed_version IS NULL');
    while ((await open()).length > 0) await sleep(50);
    await worker.stop();
  });

  it('[12.many-processes] work together in all roles: each API process replays, updates and shows what the others wrote', async () => {
    const processes = await Promise.all(['all', 'api', 'worker'].map(start));
    const frontends = processes.slice(0, 2).map(({ url }) => ({ url, api: client(url, key) }));
    for (const [index, { api }] of frontends.entries()) {
      const next = frontends[(index + 1) % frontends.length]!;
      const document = newDocument();
      const first = await api.create(document, { key: `key-${index}` });
      const { id, locale, slug } = first.body;
      expect((await next.api.create(document, { key: `key-${index}` })).text).toBe(first.text);
      await next.api.update(id, { expectedVersion: 1, title: `Title ${index}` });
      await api.publish(id, { expectedVersion: 2 }, { headers: { Prefer: 'wait=30' } });
      expect((await next.api.read(id)).body.indexStatus).toBe('ready');
      for (const { url } of frontends) {
        const page = await fetch(`${url}/${locale}/${slug}`);
        expect(await page.text()).toContain(`Title ${index}`);
      }
    }
    await Promise.all(processes.map((service) => service.stop()));
  });
});
