import { beforeAll, describe, expect, it } from 'vitest';
import { campaign } from './campaign.js';
import { named } from './faults/schedule.js';
import { Report } from './report.js';

const FAULTS = [
  'kill -9 of everything',
  'two workers that believe they hold the same lease',
  'answers to clients dropped',
  'kill -9 of PostgreSQL',
  'black hole between an API process and PostgreSQL',
  'midnight in the middle of a burst',
];

/** Six rounds of the campaign. `npm run campaign` plays more rounds: see docs/reliability.md. */
describe('a short campaign of faults', () => {
  const report = new Report();
  let orphans = 0;
  beforeAll(async () => {
    const plan = { faults: FAULTS.map(named), seed: 6, operations: 250 };
    orphans = await campaign(plan, (result, round) => report.add(result, round));
  }, 600_000);

  it('[5.crash-keeps-writes] [5.crash-units-match] [3.never-older-after-newer] [13.form-once] finds no broken promise', () => {
    expect(report.violations).toEqual([]);
  });

  it('has enough requests, accepted writes, lost answers, decisions and uploads', () => {
    expect(report.operations).toBeGreaterThan(1_500);
    expect(report.accepted).toBeGreaterThan(100);
    expect(report.unanswered).toBeGreaterThan(0);
    expect(Math.min(report.decided.released, report.decided.returned)).toBeGreaterThan(0);
    expect(Math.min(report.uploads.taken, report.uploads.refused, orphans)).toBeGreaterThan(0);
  });
});
