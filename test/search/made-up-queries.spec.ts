import { afterAll, describe, it } from 'vitest';
import { askOneByOne, siteToAsk } from './made-up-site.js';

/** Number of searches; the campaign sends 20,000. */
const RUNS = 300;

const site = await siteToAsk();
afterAll(() => site.close());

describe('the search', () => {
  it('answers any query soon, and delays no other request', async () => {
    await askOneByOne(site, RUNS);
  }, 600_000);
});
