import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WrittenPublicationDto } from '../../src/publications/dto/publication.dto.js';
import { picture } from '../pictures/pictures.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { type Era, assistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const erase = (id: string, ...words: string[]) =>
  operator(desk.databaseUrl, 'publications', 'erase', id, '--reason', 'a name', ...words);

it('[14.upload-ends] an upload address ends when its document is erased, unless another document names the picture', async () => {
  const [lost, kept] = await Promise.all([picture('png', 40, 30), picture('png', 40, 30)]);
  const content = `![A](picture:${lost.sha256}) ![B](picture:${kept.sha256})`;
  const written: WrittenPublicationDto = expectAccepted(
    await desk.api.create(newDocument({ content })),
    201,
  );
  await desk.api.create(newDocument({ content: `![B](picture:${kept.sha256})` }));
  const addresses = written.missingPictures!.map(({ uploadUrl }) => uploadUrl);
  await erase(written.id);
  const upload = async (address: string, { bytes }: typeof lost) =>
    (await fetch(address, { method: 'PUT', body: new Uint8Array(bytes) })).status;
  expect(await upload(addresses[0]!, lost)).toBe(404);
  expect(await upload(addresses[1]!, kept)).toBe(201);
});

it('[4.wait-decided] [15.erased-404] a wait for a decision on a document that is erased ends with 404', async () => {
  const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
  const path = `/api/v1/publications/${id}?until=decided&view=summary`;
  const begun = performance.now();
  const waiting = desk.api.request('GET', path, { headers: { Prefer: 'wait=20' } });
  await sleep(300);
  await erase(id);
  expectRefusal(await waiting, 404, 'not_found');
  expect(performance.now() - begun).toBeLessThan(15_000);
});

it('[10.withdraw] a document that was withdrawn and then erased cannot be withdrawn again', async () => {
  const { id, url } = await released(desk.api);
  const words = ['publications', 'withdraw', id, '--reason', 'a name', '--notice'];
  const withdraw = (notice: string) => operator(desk.databaseUrl, ...words, notice);
  await withdraw('The first notice');
  await erase(id);
  const again = `ended 1: imprimatur: Publication ${id} was erased at `;
  await expect(withdraw('The second notice')).rejects.toThrow(again);
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([410, expect.not.stringContaining('notice')]);
});

it.each<Era>(['legacy', 'modern'])(
  '[5.idem-replay-bytes] an update over MCP is replayed byte for byte after the revision before it was erased (%s)',
  async (era) => {
    const someone = await assistant(desk.url, desk.key, era);
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    await desk.api.update(id, { expectedVersion: 1, title: 'Second' });
    const change = {
      id,
      expectedVersion: 2,
      title: 'Third',
      tags: ['a'],
      idempotencyKey: `key-${id}`,
    };
    const first = await someone.call('update_publication', change);
    expect(first.body).toMatchObject({ changedFields: ['title', 'tags'] });
    await someone.call('update_publication', change);
    const before = await someone.call('update_publication', change);
    await erase(id, '--version', '2');
    const after = await someone.call('update_publication', change);
    await someone.close();
    expect([after.replayed, after.text]).toEqual([true, before.text]);
    expect(after.body).toMatchObject({ changedFields: ['title', 'tags'] });
  },
);
