import { expect, inject, it } from 'vitest';
import { campaign } from './campaign.js';
import { scheduleFaults } from './faults/schedule.js';
import { Random } from './random.js';
import { Report } from './report.js';

const OPERATIONS_A_ROUND = 500;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The options of `npm run campaign`. */
    plan: {
      readonly rounds: number;
      readonly seed: number;
      /** Text in the names of the faults that are played. Faults without this text in their names are left out. */
      readonly fault: string;
    };
  }
}

it('a campaign of faults finds no broken promise', async () => {
  const { rounds, seed, fault: part } = inject('plan');
  const report = new Report();
  const faults = scheduleFaults(rounds, new Random(seed), part);
  await campaign({ faults, seed, operations: OPERATIONS_A_ROUND }, (result, round) => {
    report.add(result, round);
    const { fault, history, violations, seconds } = result;
    const line = `${round}/${rounds} ${fault}: ${history.operations} requests, ${seconds.toFixed(1)} s`;
    process.stdout.write(`${line}${violations.length > 0 ? `, VIOLATIONS` : ''}\n`);
    for (const violation of violations) process.stdout.write(`  ${violation.slice(0, 1_000)}\n`);
  });
  process.stdout.write(`\n${String(report)}\n`);
  expect(report.violations).toEqual([]);
}, 0);
