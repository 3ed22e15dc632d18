import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksumsText } from '../../src/signatures/evidence-files.js';
import { sha256Of } from '../../src/signatures/record.js';
import { filesIn, folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import type { AnswerBody } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { releasedVersions } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { flippedBits } from './flipped-files.js';

interface Report {
  readonly valid: boolean;
  readonly failures: readonly { file: string; part: string; message: string }[];
  readonly [fact: string]: unknown;
}

const desk = await sharedDesk();
const cli = new Cli({ DATABASE_URL: desk.databaseUrl });

/** Releases this many versions of a document, each signed with another key. */
const signed = (versions: number): Promise<AnswerBody> =>
  releasedVersions(desk, versions, {
    first: { tags: ['ключ'], description: 'Two\nlines' },
    rotate: true,
  });

/** A document with three versions, for tests that only read it. */
const three = await signed(3);

async function evidenceOf(id: string): Promise<string> {
  const folder = join(await folderOf(), 'evidence');
  await cli.json('publications', 'evidence', id, folder);
  return folder;
}

/** Runs `verify` without any setting. */
async function verified(folder: string, ...words: string[]): Promise<Report> {
  const { stdout } = await new Cli({}).run('verify', folder, ...words, '--json');
  return JSON.parse(stdout) as Report;
}

const json = async (folder: string, name: string) =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;

const publicThen = async (folder: string, version: number): Promise<unknown> => {
  const { decision } = await json(folder, `version-${version}.decision.json`);
  return (decision as Record<string, unknown>)['publicThen'];
};

/** Writes the checksums again, like a person who changes files on purpose. */
async function summedAnew(folder: string): Promise<void> {
  await rm(join(folder, 'SHA256SUMS'));
  const names = await readdir(folder);
  const hashes = names.map(
    async (name) => [name, sha256Of(await readFile(join(folder, name)))] as const,
  );
  await writeFile(join(folder, 'SHA256SUMS'), checksumsText(new Map(await Promise.all(hashes))));
}

/** A change of the folder at this path. */
type Change = (copy: string) => Promise<unknown>;

/** Makes a copy of a folder, and changes it. */
async function changedCopy(folder: string, change: Change): Promise<string> {
  const copy = join(await folderOf(), 'copy');
  await cp(folder, copy, { recursive: true });
  await change(copy);
  return copy;
}

const edited =
  (name: string, change: (text: string) => string): Change =>
  async (copy) => {
    const text = await readFile(join(copy, name), 'utf8');
    expect(change(text)).not.toBe(text);
    await writeFile(join(copy, name), change(text));
  };
const assigned = (members: object) => (text: string) =>
  `${JSON.stringify({ ...(JSON.parse(text) as object), ...members }, null, 2)}\n`;
const swap = async (copy: string, one: string, other: string): Promise<void> => {
  await rename(join(copy, one), join(copy, 'x'));
  await rename(join(copy, other), join(copy, one));
  await rename(join(copy, 'x'), join(copy, other));
};

describe('a folder of evidence', () => {
  it('[15.evidence] [10.evidence] has every released version with record, keys, decision and audit', async () => {
    const { id, url } = await signed(2);
    const change = { expectedVersion: 2, content: 'A draft.' };
    expectAccepted(await desk.api.update(id, change), 200);
    const folder = join(await folderOf(), 'a', 'b');
    expect(await cli.json('publications', 'evidence', id, folder)).toEqual({
      folder,
      versions: 2,
      records: 2,
      erased: 0,
      auditLines: 5,
    });
    const files = await filesIn(folder);
    expect(Object.keys(files).toSorted()).toEqual([
      'SHA256SUMS',
      'audit.jsonl',
      'jwks.json',
      'notes.json',
      'publication.json',
      'version-1.decision.json',
      'version-1.jws',
      'version-1.md',
      'version-2.decision.json',
      'version-2.jws',
      'version-2.md',
    ]);
    for (const version of [1, 2]) {
      for (const form of ['md', 'jws']) {
        const served = await (await fetch(`${url}@${version}.${form}`)).text();
        expect(files[`version-${version}.${form}`]).toBe(served);
      }
    }
    // Other files rotate the keys of this service too.
    const served = await (await fetch(`${desk.url}/.well-known/jwks.json`)).json();
    const { keys } = JSON.parse(files['jwks.json']!) as { keys: unknown[] };
    expect(served).toEqual({ keys: expect.arrayContaining(keys) as unknown[] });
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(JSON.parse(files['publication.json']!)).toMatchObject({ id, erased: null });
    const list = ['audit', 'list', '--account', desk.accountId];
    const audit = await cli.json<{ id: string; publicationId: string }[]>(...list);
    const ours = audit.filter(({ publicationId }) => publicationId === id);
    const lines = files['audit.jsonl']!.split('\n').slice(0, -1);
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      ours.map((row) => row.id),
    );
    expect(JSON.parse(files['version-2.decision.json']!)).toEqual({
      version: 2,
      publishedAt: expect.stringMatching(/Z$/) as string,
      decision: {
        id: ours[3]!.id,
        at: expect.stringMatching(/Z$/) as string,
        by: 'Ada 2',
        via: 'key',
        channel: 'http',
        keyId: expect.stringMatching(/./) as string,
        client: null,
        requestId: expect.stringMatching(/./) as string,
        publicThen: { version: 1 },
      },
      approvals: [],
      erased: null,
    });
  });

  it('[15.evidence] states for each release which version was public at the time of the decision', async () => {
    const { api } = desk;
    const { id } = await signed(2);
    const next = async (version: number, wait = WAIT): Promise<void> => {
      const change = { expectedVersion: version - 1, content: `Text ${version}.` };
      expectAccepted(await api.update(id, change), 200);
      expectAccepted(await api.publish(id, { expectedVersion: version }, wait), 202);
    };
    expectAccepted(await api.update(id, { expectedVersion: 2, content: 'Never released.' }), 200);
    await next(4);
    const { changes } = (
      await api.request('GET', `/api/v1/publications/${id}?view=changes&since=2`)
    ).body as unknown as { changes: { from: number } };
    expect(changes.from).toBe(2);
    await cli.json('publications', 'withdraw', id, '--reason', 'a mistake');
    expectAccepted(await api.publish(id, { expectedVersion: 4 }, WAIT), 202);
    await next(5);
    const folder = await evidenceOf(id);
    const told = await Promise.all([1, 2, 4, 5].map((version) => publicThen(folder, version)));
    // Version 4 was withdrawn and released again. Nothing was public at the time of the second decision.
    expect(told).toEqual([null, 1, null, 4].map((version) => ({ version })));
    expect(await verified(folder)).toMatchObject({ valid: true, failures: [] });
  });

  it('[15.verify-evidence] can be verified without settings, also with saved keys', async () => {
    const folder = await evidenceOf(three.id);
    const ended = await new Cli({}).run('verify', folder, '--json');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual({
      source: folder,
      valid: true,
      failed: [],
      publication: three.id,
      locale: 'en',
      slug: basename(three.url),
      versions: 3,
      records: 3,
      withheld: 0,
      auditLines: 6,
      notProved: [
        'that the folder is complete: versions released after version 3, or lines after the last line of the audit, may be missing',
        'that the decisions, notes and audit are true in what the signed records do not contain',
        'that the public keys belong to the publisher: they come from the folder itself',
      ],
      failures: [],
    });
    const keys = join(await folderOf(), 'kept.json');
    await writeFile(keys, await (await fetch(`${desk.url}/.well-known/jwks.json`)).text());
    expect(await verified(folder, '--keys', keys)).toMatchObject({ valid: true });
    const one = await verified(join(folder, 'version-3.md'));
    expect(one).toMatchObject({ valid: true, records: 3 });
    await writeFile(keys, '{"keys":[]}');
    expect(await verified(folder, '--keys', keys)).toMatchObject({ valid: false });
  });

  it('[15.evidence-flips] with a flipped bit in any file does not verify, and the file and its part are named', async () => {
    await flippedBits(await evidenceOf(three.id), 60);
  });

  it('[15.evidence-flips] with a missing file, an added file or no SHA256SUMS does not verify', async () => {
    const { id } = await signed(2);
    const folder = await evidenceOf(id);
    const faults: [file: string, part: string][] = [
      ['version-1.jws', 'record'],
      ['version-1.md', 'Markdown'],
      ['version-2.decision.json', 'decision'],
      ['publication.json', 'publication'],
      ['notes.json', 'notes'],
      ['audit.jsonl', 'audit'],
      ['jwks.json', 'keys'],
    ];
    for (const [file, part] of faults) {
      const copy = await changedCopy(folder, (path) => rm(join(path, file)));
      const { failures } = await verified(copy);
      expect(failures.map((failure) => [failure.file, failure.part])).toEqual([[file, part]]);
    }
    await writeFile(join(folder, 'version-9.md'), 'put in');
    expect((await verified(folder)).failures[0]).toMatchObject({ file: 'version-9.md' });
    await rm(join(folder, 'SHA256SUMS'));
    const { status, stderr } = await new Cli({}).run('verify', folder);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `imprimatur: ${folder} is not a folder of evidence: SHA256SUMS is missing.\n`,
    );
  });

  it('[15.verify-evidence] with changed data does not verify, even if the checksum was updated', async () => {
    const folder = await evidenceOf(three.id);
    const changes: [file: string, from: string, to: string, part: string][] = [
      ['version-2.md', 'Text 2.', 'Text two.', 'Markdown'],
      ['version-2.decision.json', 'Ada 2', 'Eve 2', 'decision'],
      ['version-3.decision.json', '"version": 2\n', '"version": 1\n', 'decision'],
      ['publication.json', '"slug": "', '"slug": "another-', 'publication'],
      ['audit.jsonl', '"publish"', '"create"', 'audit'],
    ];
    for (const [file, from, to, part] of changes) {
      const change = edited(file, (text) => text.replace(from, to));
      const copy = await changedCopy(folder, change);
      await summedAnew(copy);
      const { failures } = await verified(copy);
      expect(failures.map((failure) => [failure.file, failure.part])).toEqual([[file, part]]);
    }
    for (const name of ['md', 'jws', 'decision.json']) await rm(join(folder, `version-1.${name}`));
    await summedAnew(folder);
    const { failures } = await verified(folder);
    expect([...new Set(failures.map(({ part }) => part))]).toEqual(['chain']);
  });

  it('[15.verify-evidence] with keys that are none, or an audit of one endless line, does not verify, in linear time', async () => {
    const { id } = await signed(1);
    const folder = await evidenceOf(id);
    await writeFile(join(folder, 'jwks.json'), '{"keys":[null]}');
    await writeFile(join(folder, 'audit.jsonl'), 'x'.repeat(60_000_000));
    await summedAnew(folder);
    const begun = process.cpuUsage();
    const { failures } = await verified(folder);
    expect(failures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file: 'jwks.json', part: 'keys' }),
        expect.objectContaining({ part: 'audit', message: 'Audit: line 1 was changed.' }),
      ]),
    );
    expect(process.cpuUsage(begun).user).toBeLessThan(3_000_000);
  });

  it('[15.verify-tampered] with evidence left out, invented or swapped does not verify, with saved keys too', async () => {
    const folder = await evidenceOf(three.id);
    const keys = join(await folderOf(), 'kept.json');
    await cp(join(folder, 'jwks.json'), keys);
    const recipes: [what: string, change: Change][] = [
      [
        'neither Markdown nor decision',
        async (copy) => {
          await rm(join(copy, 'version-2.md'));
          await rm(join(copy, 'version-2.decision.json'));
        },
      ],
      [
        'another approver, and no Markdown',
        async (copy) => {
          await rm(join(copy, 'version-2.md'));
          await edited('version-2.decision.json', (text) => text.replace('Ada 2', 'Mallory'))(copy);
        },
      ],
      [
        'swapped names',
        async (copy) => {
          await swap(copy, 'version-1.md', 'version-2.md');
          await swap(copy, 'version-1.jws', 'version-2.jws');
        },
      ],
      [
        'an invented version',
        async (copy) => {
          await cp(join(copy, 'version-3.md'), join(copy, 'version-9.md'));
          await edited('version-9.md', (text) =>
            text
              .replace(/\nrecord: .*/, '')
              .replaceAll('@3', '@9')
              .replace('ion: 3', 'ion: 9'),
          )(copy);
          await cp(join(copy, 'version-3.decision.json'), join(copy, 'version-9.decision.json'));
          const invented = assigned({ version: 9, decision: null });
          await edited('version-9.decision.json', invented)(copy);
        },
      ],
      [
        'an invented erasure',
        edited('publication.json', assigned({ erased: { at: 'x', reason: 'y' } })),
      ],
    ];
    for (const [what, change] of recipes) {
      const copy = await changedCopy(folder, change);
      await summedAnew(copy);
      for (const words of [[], ['--keys', keys]]) {
        expect(await verified(copy, ...words), what).toMatchObject({ valid: false });
      }
    }
  });

  it('[15.evidence-not-proved] [15.verify-not-proved] says that newer releases can be missing, and names those that the audit knows', async () => {
    const folder = await evidenceOf(three.id);
    for (const name of ['md', 'jws', 'decision.json']) await rm(join(folder, `version-3.${name}`));
    await summedAnew(folder);
    const { valid, notProved } = await verified(folder);
    expect(valid).toBe(true);
    expect(notProved).toContain(
      'that the folder is complete: versions released after version 2, or lines after the last line of the audit, may be missing',
    );
    expect(notProved).toContain(
      'whether version 3 was ever released: the audit lists a publish, but the folder has no file of the version',
    );
  });

  it('[15.evidence-erased] has the hash of the record instead of an erased version, and the chain verifies', async () => {
    const { id, url } = await signed(3);
    const jws = await (await fetch(`${url}@1.jws`)).text();
    const erase = ['publications', 'erase', id, '--reason', 'a court order'];
    await cli.json(...erase, '--version', '1');
    const folder = await evidenceOf(id);
    const files = await filesIn(folder);
    expect(files['version-1.jws.sha256']).toBe(`${sha256Of(jws)}\n`);
    expect(Object.keys(files)).not.toContain('version-1.md');
    expect(await json(folder, 'version-1.decision.json')).toMatchObject({
      erased: { reason: 'a court order' },
      decision: { by: null },
    });
    const facts = { valid: true, versions: 2, records: 2, withheld: 1 };
    expect(await verified(folder)).toMatchObject(facts);
    await flippedBits(folder, 30);
    await writeFile(join(folder, 'version-1.jws.sha256'), `${sha256Of('another')}\n`);
    await summedAnew(folder);
    expect((await verified(folder)).failures.map(({ part }) => part)).toContain('chain');
    await cli.json(...erase);
    const whole = await evidenceOf(id);
    expect(await json(whole, 'publication.json')).toMatchObject({
      erased: { reason: 'a court order' },
    });
    expect(await verified(whole)).toMatchObject({ valid: true, versions: 0, withheld: 3 });
    expect(Object.values(await filesIn(whole)).join('')).not.toMatch(/Text \d|Ada/);
  });

  it('[15.evidence] includes withdrawn versions, and the earlier record of a version that was released again', async () => {
    const { id } = await signed(2);
    await cli.json('publications', 'withdraw', id, '--reason', 'a mistake');
    expect(await verified(await evidenceOf(id))).toMatchObject({ valid: true, versions: 2 });
    const again = { expectedVersion: 2, approvedBy: 'Grace' };
    expectAccepted(await desk.api.publish(id, again, WAIT), 202);
    const folder = await evidenceOf(id);
    expect(await verified(folder)).toMatchObject({ valid: true, versions: 2, records: 3 });
    expect(Object.keys(await filesIn(folder))).toContain('version-2.record-2.jws');
    expect(await json(folder, 'version-2.decision.json')).toMatchObject({
      decision: { by: 'Grace' },
    });
    await flippedBits(folder, 30);
  });

  it('[15.evidence-refused] is not written, not even in part, if no version was released, a record is damaged, or the folder exists or cannot be made', async () => {
    const root = await folderOf({ 'there/file': '' });
    const says = async (id: string, folder: string): Promise<string> => {
      const ended = await cli.run('publications', 'evidence', id, folder);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      return ended.stderr;
    };
    const { id: draft } = expectAccepted(await desk.api.create(newDocument()), 201);
    const { id } = await signed(1);
    const place = join(root, 'new');
    expect(await says(desk.accountId, place)).toBe(
      `imprimatur: There is no publication ${desk.accountId}.\n`,
    );
    expect(await says(draft, place)).toBe(`imprimatur: Publication ${draft} was never released.\n`);
    const there = join(root, 'there');
    expect(await says(id, there)).toBe(
      `imprimatur: ${there} exists already: name another folder.\n`,
    );
    expect(await says(id, '/proc/x')).toBe(
      'imprimatur: The folder /proc/x cannot be made (ENOENT).\n',
    );
    await mkdir(join(root, 'empty'));
    expect(await says(id, join(root, 'empty'))).toContain('exists already');
    await sql(desk.databaseUrl, `UPDATE signed_record SET jws = '' WHERE publication_id = $1`, [
      id,
    ]);
    expect(await says(id, place)).not.toBe('');
    expect((await readdir(root)).toSorted()).toEqual(['empty', 'there']);
    expect((await cli.run('publications', 'evidence', 'x')).status).toBe(2);
  });
});
