import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  Imprimatur,
  type NewPublication,
  NoAnswerError,
  ProblemError,
} from '../../clients/typescript/src/client.js';
import { folderOf } from '../operator/folder.js';
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

  it.each([
    ['an address without a scheme', { url: 'localhost:3000' }],
    ['an address that is not one', { url: 'not an address' }],
    ['a path in the address', { url: 'https://press.example/api/v1' }],
    ['another scheme', { url: 'ftp://press.example' }],
    ['an empty key', { key: '' }],
    ['a time limit that is not a number', { timeoutMs: Number.NaN }],
  ])('throws a TypeError when it is made, not after a minute, for %s', (_, options) => {
    const [name] = Object.keys(options);
    const make = () => new Imprimatur({ url: 'https://press.example', key: 'imp_', ...options });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${name} must be `));
  });

  it('throws at once what no repetition can correct', async () => {
    const sent = imprimatur.create(document(), { idempotencyKey: 'two\nlines' });
    await expect(sent).rejects.toThrow(TypeError);
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    await expect(imprimatur.create(circular as NewPublication)).rejects.toThrow(TypeError);
  });

  it('throws NoAnswerError if the service does not answer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const nobody = new Imprimatur({ url, key: desk.key, timeoutMs: 500 });
    await expect(nobody.create(document())).rejects.toThrow(NoAnswerError);
  });
});

describe('the package of the TypeScript client', () => {
  it('is packed from a copy anywhere, has no dependency, and compiles and runs in another project [4.openapi-generated]', async () => {
    const run = promisify(execFile);
    const root = join(import.meta.dirname, '../..');
    const copy = join(await folderOf(), 'copy');
    await cp(join(root, 'clients/typescript'), copy, { recursive: true });
    const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as {
      scripts: { prepack: string };
    };
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    // Without a compiler on the path, npm fetches one. Here the repository's compiler is on the path.
    expect(manifest.scripts.prepack).toBe('tsc || npx --yes --package typescript@6 tsc');
    const binaries = join(root, 'node_modules/.bin');
    const env = { ...process.env, PATH: `${binaries}:${process.env['PATH']}` };
    const project = await folderOf({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify(STRICT),
      'main.ts': PROGRAM,
    });
    await run('npm', ['pack', '--pack-destination', project], { cwd: copy, env });
    const file = './imprimatur-client-0.1.0.tgz';
    await run('npm', ['install', '--offline', '--ignore-scripts', file], { cwd: project });
    await run(join(binaries, 'tsc'), ['-p', project]);
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: project });
    expect(stdout).toBe('url must be the origin of the service\n');
  }, 120_000);
});

const STRICT = {
  compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', types: [] },
  files: ['main.ts'],
};

/** A program of another project, with the members that its author must name, and a code that is not known yet. */
const PROGRAM = `
import { Imprimatur, type NewPublication, type Problem } from 'imprimatur-client';
export const document: NewPublication = { locale: 'en', slug: 'a', title: 'A', content: 'A' };
// @ts-expect-error a document needs a title
export const incomplete: NewPublication = { locale: 'en', slug: 'a', content: 'A' };
export const isNew = (problem: Problem): boolean => problem.code === 'a_new_code';
declare const console: { log(text: string): void };
try {
  new Imprimatur({ url: 'wrong', key: 'imp_' });
} catch (error) {
  console.log((error as Error).message.split(',')[0]!);
}
`;
