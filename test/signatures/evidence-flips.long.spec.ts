import { join } from 'node:path';
import { it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { flippedBits } from './flipped-files.js';

const WAIT = { headers: { Prefer: 'wait=20' } };
const FLIPS = 2_000;

it('[15.evidence-flips] each of 2,000 flipped bits in a folder with every kind of file is named with its file', async () => {
  const desk = await openDesk();
  const { id } = expectAccepted(await desk.api.create(newDocument({ content: 'Text 1.' })), 201);
  for (const version of [1, 2, 3]) {
    if (version > 1) {
      const update = { expectedVersion: version - 1, content: `Text ${version}.` };
      expectAccepted(await desk.api.update(id, update), 200);
    }
    const publish = { expectedVersion: version, approvedBy: 'Ada' };
    expectAccepted(await desk.api.publish(id, publish, WAIT), 202);
    await operator(desk.databaseUrl, 'signing', 'rotate');
  }
  const { databaseUrl } = desk;
  await operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
  expectAccepted(await desk.api.publish(id, { expectedVersion: 3 }, WAIT), 202);
  const erase = ['publications', 'erase', id, '--version', '1', '--reason', 'a court order'];
  await operator(databaseUrl, ...erase);
  const folder = join(await folderOf(), 'evidence');
  await operator(databaseUrl, 'publications', 'evidence', id, folder);
  await desk.close();
  await flippedBits(folder, FLIPS);
});
