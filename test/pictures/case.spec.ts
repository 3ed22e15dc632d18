import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesIn, folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { readPage } from '../setup/read-page.js';
import { expectAccepted } from '../setup/refusal.js';
import { missingOf, picture, put } from './pictures.js';

const desk = await sharedDesk();
const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });

it('a SHA-256 may be in upper case, both in the content and in an address, and is the same after an export and import [14.case] [10.round-trip]', async () => {
  const { api, accountId } = await desk.caller();
  const [one, other] = [await picture('png', 64, 48), await picture('png', 64, 48)];
  const content = [
    `![Bars](picture:${one.sha256.toUpperCase()} "By year")`,
    `![Lines](picture:${other.sha256.toUpperCase()}) ![Again](picture:${other.sha256})`,
  ].join('\n\n');
  const answer = await api.create(newDocument({ content }));
  const made = expectAccepted(answer, 201);
  expect(made.content).toBe(content);
  const missing = missingOf(answer)!;
  expect(missing.map(({ sha256 }) => sha256)).toEqual([one.sha256, other.sha256]);
  const refused = await api.publish(made.id, { expectedVersion: 1 });
  expect(refused.body.code).toBe('picture_missing');

  const taken = await put(api, one.bytes, one.sha256.toUpperCase());
  expect([taken.status, taken.body]).toMatchObject([201, { sha256: one.sha256 }]);
  expect((await put(api, one.bytes)).status).toBe(200);
  const { uploadUrl } = missing[1]!;
  const sent = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(other.bytes) });
  expect(sent.status).toBe(201);
  const wait = { headers: { Prefer: 'wait=30' } };
  expectAccepted(await api.publish(made.id, { expectedVersion: 1 }, wait), 202);

  const page = await readPage(made.url);
  expect(page.all('figure.picture')).toHaveLength(1);
  const shown = page.all('img').map(({ attributes }) => attributes['src']);
  const address = ({ sha256 }: typeof one) => `/pictures/${sha256}-64.png`;
  expect(shown).toEqual([address(one), address(other), address(other)]);

  const markdown = await (await fetch(`${made.url}.md`)).text();
  const named = [...markdown.matchAll(/\((http:[^) ]+)/g)].map(([, each]) => each!);
  expect(named).toHaveLength(3);
  for (const each of named) expect((await fetch(each)).status).toBe(200);
  const folder = await folderOf({ 'page.md': markdown });
  for (const [from, to] of [
    [`${made.url}@1.jws`, 'page@1.jws'],
    [`${desk.url}/.well-known/jwks.json`, 'jwks.json'],
  ] as const) {
    await writeFile(join(folder, to), await (await fetch(from)).text());
  }
  expect(await cli.json('verify', join(folder, 'page.md'))).toMatchObject({ valid: true });

  const out = await folderOf();
  await cli.json('publications', 'export', out, '--account', accountId);
  const files = Object.keys(await filesIn(out)).filter((path) => path.endsWith('.png'));
  const file = ({ sha256 }: typeof one) => `en/${made.slug}-${sha256.slice(0, 8)}.png`;
  expect(files.toSorted()).toEqual([file(one), file(other)].toSorted());
  const back = await cli.json('publications', 'import', out, '--account', accountId);
  expect(back).toMatchObject({ unchanged: 1, updated: 0, conflicts: [] });
});
