import { afterAll, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { fileHistory } from './file-histories.js';

const HISTORIES = 12;
/** From this seed, the histories meet every reason not to publish, and both kinds of conflict, in both programs. */
const SEED = 900_811;

const desk = await sharedDesk();
const cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
afterAll(() => cli.close());

it('imports and publish lose no text of others and name each conflict, in random histories [10.import-again] [10.import-conflict] [10.import-publish] [10.import-withdrawn] [10.import-address] [10.publish-file] [10.publish-conflict] [10.publish-held]', async () => {
  const said = new Set<string>();
  for (let at = 0; at < HISTORIES; at += 1) {
    for (const one of await fileHistory(desk, cli, SEED + at)) said.add(one);
  }
  const ends = [
    'changed',
    'returned',
    'review',
    'withdrawn',
    'changed document',
    'unknown document',
  ];
  expect([...said].toSorted()).toEqual(
    ['import', 'publish'].flatMap((program) => ends.map((end) => `${program}: ${end}`)).toSorted(),
  );
});
