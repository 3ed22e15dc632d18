import 'reflect-metadata';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SharedDesk, sharedDesk } from '../setup/desk.js';
import { fileHistory } from './file-histories.js';
import { Importing } from './importing.js';

const HISTORIES = 12;
const SEED = 900_000;

let desk: SharedDesk;
let importing: Importing;
beforeAll(async () => {
  desk = await sharedDesk();
  importing = await Importing.open(desk.databaseUrl);
});
afterAll(() => importing.close());

it('imports and publish lose no text of others and name each conflict, in random histories [10.import-again] [10.import-conflict] [10.import-publish] [10.import-withdrawn] [10.import-address] [10.publish-file] [10.publish-conflict] [10.publish-held]', async () => {
  expect.hasAssertions();
  for (let at = 0; at < HISTORIES; at += 1) await fileHistory(desk, importing, SEED + at);
});
