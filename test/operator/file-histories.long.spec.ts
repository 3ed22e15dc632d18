import { afterAll, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { fileHistory } from './file-histories.js';

const HISTORIES = 2_000;
/** Histories that run at the same time. Each history has an account and addresses of its own. */
const AT_ONCE = 4;

const desk = await openDesk();
const cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
afterAll(async () => {
  await cli.close();
  await desk.close();
});

it(
  'imports and publish lose no text of others and name each conflict, in 2,000 random histories [10.import-again] [10.import-conflict] [10.publish-conflict]',
  { timeout: 3_600_000 },
  async () => {
    expect.hasAssertions();
    const seeds = Array.from({ length: HISTORIES }, (_, seed) => seed).values();
    const work = async () => {
      for (const seed of seeds) await fileHistory(desk, cli, seed);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  },
);
