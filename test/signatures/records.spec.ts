import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { filesIn, folderOf } from '../operator/folder.js';
import { startInVain } from '../process/failed-start.js';
import { Cli } from '../setup/cli.js';
import { type AnswerBody, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey, operator } from '../setup/operator.js';
import { readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const database = await freshDatabase();
const databaseUrl = database.url;
/** Two processes that start for the first time together. The second one stops after the look at its keys. */
const [service, second] = await Promise.all([1, 2].map(() => startService({ databaseUrl })));
const owner = await issueKey(databaseUrl, { limit: 100_000 });
const desk = { ...owner, databaseUrl, url: service!.url, api: client(service!.url, owner.key) };
afterAll(async () => {
  await service!.stop();
  await database.drop();
});

async function created(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return expectAccepted(await desk.api.create(newDocument(changes)), 201).id;
}

const publish = async (id: string, expectedVersion: number, more: object = {}) =>
  expectAccepted(await desk.api.publish(id, { expectedVersion, ...more }, WAIT), 202);

/** Writes the next version of a document, and releases it. */
async function revised(id: string, version: number, change: object = {}): Promise<AnswerBody> {
  const update = { expectedVersion: version - 1, title: `Title ${version}`, ...change };
  expectAccepted(await desk.api.update(id, update), 200);
  return publish(id, version);
}

const textOf = async (address: string): Promise<string> => {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  return response.text();
};

const keysOf = async (url = desk.url): Promise<JSONWebKeySet> =>
  JSON.parse(await textOf(`${url}/.well-known/jwks.json`)) as JSONWebKeySet;

const firstKeys = await Promise.all([service!, second!].map(({ url }) => keysOf(url)));
await second!.stop();

/** Verifies the signature of a JWS with the library `jose`, and returns the record. */
async function verified(jws: string, keys: JSONWebKeySet): Promise<Record<string, unknown>> {
  const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(keys));
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: expect.any(String) as string });
  const text = new TextDecoder().decode(payload);
  const record = JSON.parse(text) as Record<string, unknown>;
  expect(text).toBe(canonicalize(record));
  return record;
}

describe('the record of a release', () => {
  it('[15.signed] states the released document, its approver and the time, and verifies with a public key of the site', async () => {
    const content = '# Überschrift\r\n\nText with *marks* and 한국어.';
    const document = {
      title: 'A “title”',
      content,
      description: 'What it is about.',
      tags: ['a', 'b'],
      sources: ['https://example.org/1'],
      author: { kind: 'ai', name: 'Model' },
    };
    const published = await publish(await created(document), 1, { approvedBy: 'Ada' });
    const response = await fetch(`${published.url}@1.jws`);
    expect(response.headers.get('Content-Type')).toBe('application/jose');
    const record = await verified(await response.text(), await keysOf());
    const [account] = await sql<{ name: string }>(
      desk.databaseUrl,
      'SELECT name FROM account WHERE id = $1',
      [desk.accountId],
    );
    expect(record).toEqual({
      address: `${published.url}@1`,
      locale: published.locale,
      slug: published.slug,
      version: 1,
      title: document.title,
      contentSha256: sha256(content),
      descriptionSha256: sha256(document.description),
      tags: document.tags,
      sources: document.sources,
      author: document.author,
      digitalSourceType: 'trainedAlgorithmicMedia',
      publisher: account!.name,
      approvedBy: 'Ada',
      approvedVia: 'key',
      publishedAt: published.publishedAt,
      previous: null,
    });
  });

  it('[15.chain] has the hash of the previous record of the document, also after a withdrawal', async () => {
    const id = await created();
    const { url } = await publish(id, 1);
    await revised(id, 2);
    expectAccepted(await desk.api.update(id, { expectedVersion: 2, title: 'Skipped' }), 200);
    await revised(id, 4);
    const keys = await keysOf();
    const jws = await Promise.all([1, 2, 4].map((version) => textOf(`${url}@${version}.jws`)));
    const previous = async (text: string) => (await verified(text, keys))['previous'];
    expect(await previous(jws[1]!)).toBe(sha256(jws[0]!));
    expect(await previous(jws[2]!)).toBe(sha256(jws[1]!));
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    await publish(id, 4);
    const again = await textOf(`${url}@4.jws`);
    expect(again).not.toBe(jws[2]);
    expect(await previous(again)).toBe(sha256(jws[2]!));
    expect(await textOf(`${url}/versions`)).toContain(sha256(jws[2]!));
  });

  it('[15.record-links] is linked from the page, the released version and their Markdown', async () => {
    const { url } = await publish(await created(), 1);
    const link = { rel: 'describedby', type: 'application/jose', href: `${url}@1.jws` };
    for (const address of [url, `${url}@1`]) {
      const page = await readPage(address);
      expect(page.links('describedby')).toEqual([link]);
      const line = page.all('a').filter(({ text }) => text === 'Signed record');
      expect(line.map(({ attributes }) => attributes['href'])).toEqual([
        `${new URL(url).pathname}@1.jws`,
      ]);
      expect(await textOf(`${address}.md`)).toContain(`\nrecord: "${url}@1.jws"\n`);
    }
    const header = (await fetch(`${url}@1.md`)).headers.get('Link');
    expect(header).toContain(`<${url}@1.jws>; rel="describedby"; type="application/jose"`);
  });

  it('[15.signed-once] stays the same when its document is indexed or rendered again', async () => {
    const id = await created();
    const { url } = await publish(id, 1);
    const before = await textOf(`${url}@1.jws`);
    await operator(desk.databaseUrl, 'publications', 'reindex', '--render');
    await operator(desk.databaseUrl, 'publications', 'reindex', '--all');
    expect(await textOf(`${url}@1.jws`)).toBe(before);
    expect((await readPage(url)).links('describedby')).toHaveLength(1);
    const rows = await sql(
      desk.databaseUrl,
      'SELECT number FROM signed_record WHERE publication_id = $1',
      [id],
    );
    expect(rows).toEqual([{ number: 1 }]);
  });
});

describe('the signing keys', () => {
  it('[10.signing] [15.rotation] [15.jwks] are replaced by a rotation, and still verify the records that they signed', async () => {
    const id = await created();
    const { url } = await publish(id, 1);
    const show = () =>
      operator<{ kid: string; isActive: boolean }[]>(desk.databaseUrl, 'signing', 'show');
    const before = await show();
    const kids = [before[0]!.kid];
    for (const version of [2, 3]) {
      const { kid } = await operator<{ kid: string }>(desk.databaseUrl, 'signing', 'rotate');
      kids.unshift(kid);
      await revised(id, version);
      const jws = await textOf(`${url}@${version}.jws`);
      const header = JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString()) as object;
      expect(header).toEqual({ alg: 'EdDSA', kid });
    }
    const shown = (await show()).slice(0, 3);
    expect(shown.map(({ kid, isActive }) => [kid, isActive])).toEqual(
      kids.map((kid, place) => [kid, place === 0]),
    );
    const keys = await keysOf();
    for (const key of keys.keys) expect(key.kid).toBe(await calculateJwkThumbprint(key));
    expect(keys.keys.map(({ kid }) => kid).slice(0, 3)).toEqual(kids);
    for (const version of [1, 2, 3]) await verified(await textOf(`${url}@${version}.jws`), keys);
    const audit = await operator<{ action: string; details: object }[]>(
      desk.databaseUrl,
      'audit',
      'list',
    );
    const rotations = audit.filter(({ action }) => action === 'signing rotate');
    expect(rotations.map(({ details }) => details).slice(-2)).toEqual([
      { kid: kids[1] },
      { kid: kids[0] },
    ]);
    const privateKeys = await sql(
      desk.databaseUrl,
      'SELECT kid FROM signing_key WHERE private_key IS NOT NULL',
    );
    expect(privateKeys).toEqual([{ kid: kids[0] }]);
  });

  it('[15.private-key] reveal the private key in no answer, error, log, command output, export or evidence', async () => {
    const { id, url } = await publish(await created(), 1);
    const [row] = await sql<{ key: Buffer }>(
      desk.databaseUrl,
      'SELECT private_key AS key FROM signing_key WHERE private_key IS NOT NULL',
    );
    // The last 32 bytes of a key in the form PKCS #8 are the key itself.
    const seed = row!.key.subarray(-32);
    const forms = [
      ...(['base64', 'base64url', 'hex'] as const).map((form) => seed.toString(form)),
      row!.key.toString('base64'),
      seed.join(),
    ];
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
    const folder = await folderOf();
    const evidence = join(await folderOf(), 'evidence');
    const answers = await Promise.all([
      ...['', '@1', '@1.md', '@1.jws', '/versions'].map((form) => textOf(url + form)),
      textOf(`${desk.url}/.well-known/jwks.json`),
      ...[`${url}@9.jws`, `${desk.url}/api/v1/publications`].map(async (refused) =>
        (await fetch(refused)).text(),
      ),
    ]);
    const ended = [
      await cli.run('signing', 'show'),
      await cli.run('signing', 'show', '--json'),
      await cli.run('publications', 'export', folder),
      await cli.run('publications', 'evidence', id, evidence),
      await cli.run('publications', 'evidence', id, evidence),
      await cli.run('signing', 'rotate', '--yes'),
      await cli.run('audit', 'list', '--json'),
      await cli.run('audit', 'list', '--json-lines'),
    ];
    expect(ended.map(({ status }) => status)).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
    const [exported, kept] = await Promise.all([filesIn(folder), filesIn(evidence)]);
    expect(Object.keys(exported)).not.toEqual([]);
    const files = [...Object.values(exported), ...Object.values(kept)];
    for (const text of [...answers, JSON.stringify(ended), ...files, service!.output()]) {
      for (const form of forms) expect(text).not.toContain(form.slice(0, 40));
    }
  });

  it('[15.signing-key] are created once, even if two processes start for the first time together', () => {
    expect(firstKeys[0]!.keys).toHaveLength(1);
    expect(firstKeys[1]).toEqual(firstKeys[0]);
  });

  it('[15.signing-key] are read from SIGNING_KEY_FILE if it is set', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const file = join(await folderOf(), 'key.pem');
    await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const other = await openDesk({ SIGNING_KEY_FILE: file });
    try {
      const document = await released(other.api);
      const { x } = publicKey.export({ format: 'jwk' }) as { x: string };
      const keys = await keysOf(other.url);
      expect(keys.keys.map((key) => key.x)).toEqual([x]);
      await verified(await textOf(`${document.url}@1.jws`), keys);
      const stored = await sql(other.databaseUrl, 'SELECT private_key FROM signing_key');
      expect(stored).toEqual([{ private_key: null }]);
      const cli = new Cli({ DATABASE_URL: other.databaseUrl, SIGNING_KEY_FILE: file });
      const rotated = await cli.run('signing', 'rotate', '--yes');
      expect(rotated.status).toBe(1);
      expect(rotated.stderr).toMatch(/^imprimatur: .*SIGNING_KEY_FILE.*\n$/);
    } finally {
      await other.close();
    }
  });

  it('[15.signing-key] must be in SIGNING_KEY_FILE if it is set: without a key in this file, the start fails and reveals nothing of the file', async () => {
    const file = join(await folderOf(), 'key.pem');
    await writeFile(file, 'no key, but a secret');
    const env = { DATABASE_URL: desk.databaseUrl, SIGNING_KEY_FILE: file, PORT: '0' };
    const { code, complaints } = await startInVain(env);
    expect(code).toBe(1);
    expect(complaints).toEqual([
      `imprimatur: SIGNING_KEY_FILE is "${file}"; it must name a readable file with an Ed25519 private key in PEM (PKCS #8).`,
    ]);
    const { status, stderr } = await new Cli(env).run('signing', 'show');
    expect([status, stderr.trimEnd()]).toEqual([1, complaints[0]]);
    expect((await new Cli(env).run('accounts', 'list')).status).toBe(0);
  });
});
