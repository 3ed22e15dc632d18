import { afterAll, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { startService } from '../setup/service.js';
import { ApprovalRaces } from './approval-races.js';

/** Number of races. For more: `APPROVAL_RACES=10000 npx vitest run test/reviews/approval-races.spec.ts`. */
const RACES = Number(process.env['APPROVAL_RACES'] ?? 300);
const TIMEOUT_MS = 60_000 + RACES * 1_000;
/** The first seed; each number of approvals has its own. */
const SEED = Number(process.env['APPROVAL_SEED'] ?? 1);

const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
const other = await startService({
  databaseUrl: desk.databaseUrl,
  env: { PUBLIC_BASE_URL: desk.url, RATE_LIMIT_PER_MINUTE: '0' },
});
afterAll(async () => {
  await other.stop();
  await desk.close();
});

it.each([2, 3])(
  '[7.approvals] [7.approval-cost] [7.approvals-clear] [7.approval-own] no version is released with fewer than %i different approvers, whatever happens at the same time',
  async (approvals) => {
    const account = await desk.caller({ limit: 10_000_000 });
    const urls = [desk.url, other.url];
    const races = new ApprovalRaces(desk.databaseUrl, urls, account, approvals, SEED + approvals);
    const count = Math.ceil(RACES / 2);
    expect(await races.run(count)).toEqual([]);
    expect(races.released).toBeGreaterThan(count / 2);
    expect(races.corrected).toBeGreaterThan(0);
    expect(races.lost).toBe(0);
  },
  TIMEOUT_MS,
);
