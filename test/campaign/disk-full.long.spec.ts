import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrations.js';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { DatabaseServer } from './database-server.js';

/** Size of the disk: enough for PostgreSQL and some documents. */
const SIZE = '144m';

/**
 * Mounts a file system of `SIZE`, and returns its path. Returns `undefined` if the mount fails, for example without
 * root.
 */
async function smallDisk(): Promise<string | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'imprimatur-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', path]);
  if (mounted.status === 0) return path;
  await rm(path, { recursive: true });
  process.stderr.write('No small file system without root: disk-full.long.spec.ts is left out.\n');
  return undefined;
}

const disk = await smallDisk();

describe.runIf(disk !== undefined)('a service whose database has a full disk', () => {
  const filler = join(disk ?? '', 'filler');
  let database: DatabaseServer;
  let proxy: FaultProxy;
  let api: Client;

  beforeAll(async () => {
    database = await DatabaseServer.start(join(disk!, 'data'));
    await migrate(database.url);
    proxy = await FaultProxy.to(database.url);
    const service = await startService({ databaseUrl: proxy.url, env: { ROLE: 'api' } });
    const { key } = await issueKey(database.url, { limit: 10_000 });
    api = client(service.url, key);
    return async () => {
      await service.stop();
      await proxy.close();
    };
  });
  afterAll(async () => {
    await database.close();
    spawnSync('umount', [disk!]);
    await rm(disk!, { recursive: true, force: true });
  });

  /** Writes zeros until the disk is full. */
  const fill = (): Promise<void> =>
    pipeline(Readable.from(endless()), createWriteStream(filler)).catch(() => undefined);

  it('[6.unavailable] [6.unavailable-recovers] answers 503, loses no accepted write, and accepts writes again once the disk has space', async () => {
    const kept = expectAccepted(await api.create(newDocument()), 201);
    await fill();
    const accepted: string[] = [];
    const refused: (readonly [document: object, key: string])[] = [];
    while (refused.length < 20) {
      const write = [newDocument({ content: noise() }), randomUUID()] as const;
      const [document, key] = write;
      const { status, body } = await api.create(document, { key });
      expect([201, 503]).toContain(status);
      if (status === 201) accepted.push(body.id);
      else refused.push(write);
    }
    await rm(filler);
    await database.ensureRunning();
    proxy.aim(database.url);
    await expect.poll(async () => (await api.create(newDocument())).status).toBe(201);
    for (const id of [kept.id, ...accepted]) expect((await api.read(id)).status).toBe(200);
    // A write that was answered 503 may have been committed, or not. In both cases, the repeated write with the same
    // key is accepted.
    for (const [document, key] of refused) expectAccepted(await api.create(document, { key }), 201);
    expect((await api.usage()).body.used).toBe(accepted.length + refused.length + 2);
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

/** Returns 150,000 random letters. Random letters compress little, so they fill the disk. */
const noise = (): string =>
  Array.from({ length: 150_000 }, () => String.fromCharCode(97 + Math.random() * 26)).join('');
