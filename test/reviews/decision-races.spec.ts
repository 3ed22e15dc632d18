import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { expectUnitPerWrite } from '../setup/books.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { Races } from './decision-races.js';

/**
 * Number of documents with concurrent decisions. `decision-races.campaign.ts` has more documents, and also kills
 * processes.
 */
const RACES = Number(process.env['DECISION_RACES'] ?? 24);
const TIMEOUT_MS = 120_000 + RACES * 1_000;
/** In one race out of this many, an operator withdraws the document. */
const WITHDRAW_EACH = 4;

const desk = await sharedDesk();
const writer = await desk.caller({ limit: 1_000_000 });
const ada = await newPerson(desk, writer.accountId, 'Ada');
const grace = await newPerson(desk, writer.accountId, 'Grace');

/**
 * Waits until this many statements wait for `holder`, directly or indirectly. Counts only these statements, because
 * other files use the database too.
 */
async function waitersOf(holder: Client, statements: number): Promise<void> {
  const waiting = `
    WITH RECURSIVE waiting AS (
      SELECT pg_backend_pid() AS pid
      UNION SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
    ) SELECT FROM waiting`;
  while ((await holder.query(waiting)).rowCount! <= statements) await sleep(10);
}

const status = async (answer: Promise<{ readonly status: number }>): Promise<number> =>
  (await answer).status;

describe('people who decide at the same time', () => {
  it(
    '[3.withdrawn] [13.form-once] [13.moved-on] [13.release] [13.send-back] release only the version that was shown, at most once, or send it back, and each decision is in the audit',
    async () => {
      const places = [{ api: writer.api, ada, grace }];
      const races = new Races(desk.databaseUrl, places, WITHDRAW_EACH);
      expect(await races.run(RACES)).toEqual([]);
      expect(races.lost).toBe(0);
      await expectUnitPerWrite(desk.databaseUrl, writer.accountId);
    },
    TIMEOUT_MS,
  );

  it('[13.moved-on] [13.send-back] do not release a version that was sent back while the release waited', async () => {
    const { id } = expectAccepted(await writer.api.create(newDocument({ intent: 'review' })), 201);
    const [release, back] = [`/desk/${id}/release`, `/desk/${id}/send-back`];
    const form = await ada.form(`/desk/${id}`, release);
    const note = { ...(await grace.form(`/desk/${id}`, back)), note: 'Not yet.' };
    const holder = new Client({ connectionString: desk.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM publication WHERE id = $1 FOR UPDATE', [id]);
    const first = status(grace.post(back, note));
    await waitersOf(holder, 1);
    const second = status(ada.post(release, form));
    await waitersOf(holder, 2);
    await holder.query('COMMIT');
    await holder.end();
    expect([await first, await second]).toEqual([303, 409]);
  });
});
