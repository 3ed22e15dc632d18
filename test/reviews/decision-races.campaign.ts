import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { personWith, newPerson } from '../desk/person.js';
import { expectUnitPerWrite } from '../setup/books.js';
import { client } from '../setup/client.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';
import { ApprovalRaces } from './approval-races.js';
import { type Place, Races } from './decision-races.js';

/**
 * Number of races; as many again have two or three approvals. For 10,000 races: `DECISION_RACES=5000 npx vitest run --project campaign
 * test/reviews/decision-races.campaign.ts`.
 */
const RACES = Number(process.env['DECISION_RACES'] ?? 1_000);
const TIMEOUT_MS = 120_000 + RACES * 2_000;
/** In one race out of this many, an operator withdraws the document. */
const WITHDRAW_EACH = 4;
/** Pause between the start of one process and the kill of the next, in ms. */
const PAUSE_MS = 3_000;

let databaseUrl: string;
/** Three processes that serve the API, and a worker. */
let processes: Service[];
beforeAll(async () => {
  ({ url: databaseUrl } = await freshDatabase());
  processes = await Promise.all(['api', 'api', 'api', 'worker'].map((role) => start(role)));
});

const start = (role: string, port?: string): Promise<Service> => {
  const env = { ROLE: role, RATE_LIMIT_PER_MINUTE: '0', ...(port !== undefined && { PORT: port }) };
  return startService({ databaseUrl, env });
};

/**
 * Until `until` is aborted, kills one process after another, and starts each killed process again on its port. Returns
 * the number of kills.
 */
async function killInTurn(until: AbortSignal): Promise<number> {
  let kills = 0;
  for (; !until.aborted; kills += 1) {
    await sleep(PAUSE_MS);
    const at = kills % processes.length;
    const { url } = processes[at]!;
    await processes[at]!.kill();
    processes[at] = await start(at === processes.length - 1 ? 'worker' : 'api', new URL(url).port);
  }
  return kills;
}

describe('people who decide at the same time, while processes are killed,', () => {
  it(
    '[13.form-once] [13.moved-on] [13.release] [13.send-back] release only the version that was shown, at most once, and each decision is in the audit',
    async () => {
      const { key, accountId } = await issueKey(databaseUrl, { limit: 1_000_000 });
      const urls = processes.slice(0, -1).map(({ url }) => url);
      const cookies = await Promise.all(
        ['Ada', 'Grace'].map(
          async (name) => (await newPerson({ url: urls[0]!, databaseUrl }, accountId, name)).cookie,
        ),
      );
      const places = urls.map((url): Place => {
        const [ada, grace] = cookies.map((cookie) => personWith(url, cookie));
        return { api: client(url, key), ada: ada!, grace: grace! };
      });
      const races = new Races(databaseUrl, places, WITHDRAW_EACH);
      const over = new AbortController();
      const killing = killInTurn(over.signal);
      const found = await races.run(RACES);
      over.abort();
      const { lost, withdrawn } = races;
      const figures = `${RACES} races, ${withdrawn} withdrawn, ${await killing} kills, ${lost} requests sent again`;
      process.stdout.write(`${figures}\n`);
      expect(found).toEqual([]);
      expect(lost).toBeGreaterThan(0);
      await expectUnitPerWrite(databaseUrl, accountId);
    },
    TIMEOUT_MS,
  );

  it.each([2, 3])(
    '[7.approvals] [7.approval-cost] [7.approval-own] [13.corrected] never release a version with fewer than %i different approvers, none of whom corrected it, and the books are equal',
    async (approvals) => {
      const account = await issueKey(databaseUrl, { limit: 10_000_000 });
      const urls = processes.slice(0, -1).map(({ url }) => url);
      const races = new ApprovalRaces(databaseUrl, urls, account, approvals, approvals);
      const over = new AbortController();
      const killing = killInTurn(over.signal);
      const count = Math.ceil(RACES / 2);
      const found = await races.run(count);
      over.abort();
      const { lost, released, corrected } = races;
      const figures = `${count} races with ${approvals} approvals, ${released} released, ${corrected} corrected`;
      process.stdout.write(`${figures}, ${await killing} kills, ${lost} without answer\n`);
      expect(found).toEqual([]);
      expect(corrected).toBeGreaterThan(0);
      expect(lost).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
