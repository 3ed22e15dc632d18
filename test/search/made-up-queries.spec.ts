import { afterAll, describe, it } from 'vitest';
import { askOneByOne, siteToAsk } from './made-up-site.js';

/** Number of searches; the campaign sends 20,000. */
const RUNS = 300;

const site = await siteToAsk();
afterAll(() => site.close());

describe('the search', () => {
  it('answers each random query within 5 s, with less than 100 ms of processor time in its thread', async () => {
    await askOneByOne(site, RUNS);
  }, 600_000);
});
