import { join } from 'node:path';
import { it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { openDesk } from '../setup/desk.js';
import { WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { releasedVersions } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { flippedBits } from './flipped-files.js';

const FLIPS = 2_000;

it('[15.evidence-flips] each of 2,000 flipped bits in a folder with every kind of file is reported with its file', async () => {
  const desk = await openDesk();
  const { id } = await releasedVersions(desk, 3, { rotate: true });
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
