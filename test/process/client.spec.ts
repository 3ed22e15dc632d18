import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Imprimatur,
  type NewPublication,
  NoAnswerError,
  ProblemError,
} from '../../clients/typescript/src/client.js';
import { picture } from '../pictures/pictures.js';
import { type SharedDesk, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { freePort } from '../setup/free-port.js';
import { sql } from '../setup/sql.js';

const document = (changes: Partial<NewPublication> = {}): NewPublication =>
  newDocument(changes) as NewPublication;

describe('the TypeScript client', () => {
  let desk: SharedDesk;
  let imprimatur: Imprimatur;
  beforeAll(async () => {
    desk = await sharedDesk();
    imprimatur = new Imprimatur({ url: desk.url, key: desk.key });
  });

  it('creates, edits and publishes a document, waits for its release, and reads the document and the usage', async () => {
    const draft = await imprimatur.create(document({ content: '# A\n\nteh word' }));
    const edits = [{ find: 'teh', replace: 'the' }];
    const { version } = await imprimatur.update(draft.id, { expectedVersion: 1, edits });
    await imprimatur.publish(draft.id, { expectedVersion: version });
    const settled = await imprimatur.settled(draft.id);
    expect(settled).toMatchObject({ state: 'published', indexStatus: 'ready', version: 2 });
    expect((await imprimatur.read(draft.id)).content).toBe('# A\n\nthe word');
    expect((await imprimatur.usage()).used).toBe(3);
  });

  it('does not wait for the search index if indexing failed', async () => {
    const { id } = await imprimatur.create(document());
    await imprimatur.publish(id, { expectedVersion: 1 });
    await imprimatur.settled(id);
    const error = { code: 'index_failed', message: 'x', version: 1, failedAt: 'x' };
    await sql(
      desk.databaseUrl,
      'UPDATE release SET indexed_version = NULL, error = $2 WHERE publication_id = $1',
      [id, error],
    );
    const patient = new Imprimatur({ url: desk.url, key: desk.key, timeoutMs: 600_000 });
    expect(await patient.settled(id)).toMatchObject({
      indexStatus: 'pending',
      publishError: error,
    });
  });

  it('uploads a picture, which a page then shows', async () => {
    const { bytes } = await picture('png', 40, 30);
    const uploaded = await imprimatur.uploadPicture(new Uint8Array(bytes));
    expect(uploaded).toMatchObject({ width: 40, height: 30, type: 'image/png' });
    const { id, missingPictures } = await imprimatur.create(
      document({ content: uploaded.markdown }),
    );
    expect(missingPictures).toBeUndefined();
    await imprimatur.publish(id, { expectedVersion: 1 });
    const { url } = await imprimatur.settled(id);
    expect(await (await fetch(url)).text()).toContain(`/pictures/${uploaded.sha256}-40.png`);
  });

  it('returns every document of a list of several pages', async () => {
    const { api, key } = await desk.caller();
    const slugs = Array.from({ length: 5 }, (_, index) => `walked-${index}`);
    for (const slug of slugs) await api.create(document({ slug }));
    const found: string[] = [];
    const client = new Imprimatur({ url: desk.url, key });
    for await (const { slug } of client.list({ limit: 2 })) found.push(slug);
    expect(found.toSorted()).toEqual(slugs);
  });

  it('returns the same document if the caller repeats a create with the same idempotency key', async () => {
    const twice = document();
    const idempotencyKey = 'kept-by-the-caller';
    const first = await imprimatur.create(twice, { idempotencyKey });
    expect(await imprimatur.create(twice, { idempotencyKey })).toEqual(first);
  });

  it('throws a ProblemError at a version conflict, which no retry can resolve', async () => {
    const { id } = await imprimatur.create(document());
    const conflict = imprimatur.update(id, { expectedVersion: 7, title: 'New' });
    const error: unknown = await conflict.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    const { problem, idempotencyKey } = error as ProblemError;
    expect(problem).toMatchObject({ code: 'version_conflict', status: 409, retryable: false });
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  });

  it('waits as long as Retry-After says before it sends a request again', async () => {
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '1' };
    const moments: number[] = [];
    const busy = createServer((_request, response) => {
      moments.push(performance.now());
      if (moments.length > 1) return response.end('{}');
      return response.writeHead(429, headers).end(JSON.stringify({ retryable: true }));
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    await new Imprimatur({ url, key: 'imp_' }).usage();
    expect(moments[1]! - moments[0]!).toBeGreaterThan(990);
    busy.close();
  });

  it('gives up if Retry-After is longer than its timeout', async () => {
    const { key } = await desk.caller({ limit: 0 });
    const spent = new Imprimatur({ url: desk.url, key });
    await expect(spent.create(document())).rejects.toThrow('daily_limit_exceeded');
  });

  it('throws NoAnswerError if the service does not answer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const nobody = new Imprimatur({ url, key: desk.key, timeoutMs: 500 });
    await expect(nobody.create(document())).rejects.toThrow(NoAnswerError);
  });
});

describe('the package of the TypeScript client', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-client-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is built with its types, has no dependency, and can be imported without other packages', async () => {
    const run = promisify(execFile);
    const root = join(import.meta.dirname, '../..');
    const copy = join(folder, 'client');
    await cp(join(root, 'clients/typescript'), copy, { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', copy]);
    expect((await readdir(join(copy, 'dist'))).toSorted()).toEqual([
      'api.d.ts',
      'api.js',
      'client.d.ts',
      'client.js',
    ]);
    const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    await rm(join(folder, 'node_modules'));
    const script = `import * as client from ${JSON.stringify(join(copy, 'dist/client.js'))};
      console.log(Object.keys(client).join());`;
    const imported = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(imported.stdout).toBe('Imprimatur,NoAnswerError,ProblemError\n');
  });
});
