import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { type MadePicture, naming, picture, put } from './pictures.js';

const desk = await sharedDesk();
const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });

const statusOf = async ({ sha256 }: MadePicture): Promise<number> =>
  (await fetch(`${desk.url}/pictures/${sha256}-90.png`)).status;

async function uploaded(): Promise<MadePicture> {
  const made = await picture('png', 90, 60);
  expectAccepted(await put(desk.api, made.bytes), 201);
  return made;
}

/**
 * Makes a document with three versions. Versions 1 and 2 are released and show one picture each. Version 3 shows no
 * picture.
 */
async function twice(one: MadePicture, other: MadePicture) {
  const document = await released(desk.api, { content: naming(one) });
  const { id } = document;
  const second = { expectedVersion: 1, content: naming(other) };
  expectAccepted(await desk.api.update(id, second), 200);
  expectAccepted(await desk.api.publish(id, { expectedVersion: 2 }, LONG_WAIT), 202);
  expectAccepted(await desk.api.update(id, { expectedVersion: 2, content: 'None.' }), 200);
  return document;
}

const shownAt = async (address: string): Promise<(string | undefined)[]> =>
  (await readPage(address)).all('img').map(({ attributes }) => attributes['srcset']);

describe('a released version', () => {
  it('shows its pictures until it is withdrawn [14.versions]', async () => {
    const [one, other] = [await uploaded(), await uploaded()];
    const { id, url } = await twice(one, other);
    const set = [`/pictures/${one.sha256}-90.png 90w`];
    expect(await shownAt(`${url}@1`)).toEqual(set);
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'Wrong.');
    expect([await statusOf(one), await statusOf(other)]).toEqual([404, 404]);
  });

  it('can be verified with its own Markdown, and with the Markdown of its page, which has picture addresses [14.verify]', async () => {
    const [one, other] = [await uploaded(), await uploaded()];
    const { url } = await twice(one, other);
    const folder = await folderOf();
    const save = async (address: string, name: string): Promise<string> => {
      const text = await (await fetch(address)).text();
      await writeFile(join(folder, name), text);
      return text;
    };
    const slug = basename(url);
    expect(await save(`${url}@2.md`, `${slug}@2.md`)).toContain(naming(other));
    expect(await save(`${url}.md`, 'page.md')).toContain(`${desk.url}/pictures/${other.sha256}-`);
    for (const version of [1, 2]) await save(`${url}@${version}.jws`, `${slug}@${version}.jws`);
    await save(`${desk.url}/.well-known/jwks.json`, 'jwks.json');
    for (const name of [`${slug}@2.md`, 'page.md']) {
      expect(await cli.json('verify', join(folder, name))).toMatchObject({ valid: true });
    }
  });
});

const rows = async (table: string, { sha256 }: MadePicture): Promise<number> => {
  const text = `SELECT count(*)::integer AS count FROM ${table} WHERE sha256 = $1`;
  const [row] = await sql<{ count: number }>(desk.databaseUrl, text, [sha256]);
  return row!.count;
};
const left = (made: MadePicture): Promise<number[]> =>
  Promise.all(
    ['picture', 'picture_file', 'revision_picture'].map(async (each) => rows(each, made)),
  );

describe('an erasure', () => {
  it('removes the pictures of the erased revision or document that no other revision names [14.erased]', async () => {
    const [one, other, shared] = [await uploaded(), await uploaded(), await uploaded()];
    const { id } = await twice(one, other);
    const both = newDocument({ content: `${naming(one)} ${naming(shared)}` });
    const { id: beside } = expectAccepted(await desk.api.create(both), 201);
    expectAccepted(await desk.api.create(newDocument({ content: naming(shared) })), 201);
    await cli.json('publications', 'erase', id, '--version', '1', '--reason', 'Wrong.');
    expect([await left(one), await statusOf(one), await statusOf(other)]).toEqual([
      [1, 2, 1],
      404,
      200,
    ]);
    const report = await cli.json('publications', 'erase', beside, '--reason', 'Wrong.');
    expect(report).toMatchObject({ removed: { picture: 1, revision_picture: 2 } });
    expect([await left(one), await left(shared)]).toEqual([
      [0, 0, 0],
      [1, 2, 1],
    ]);
    await cli.json('publications', 'erase', id, '--reason', 'Wrong.');
    expect([await left(other), await statusOf(other)]).toEqual([[0, 0, 0], 404]);
  });
});
