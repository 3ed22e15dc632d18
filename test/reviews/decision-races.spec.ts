import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { type Person, newPerson } from '../desk/person.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { booksOf, faultOf, Races } from './decision-races.js';

/**
 * Number of documents with concurrent decisions. `decision-races.campaign.ts` has more documents, and also kills
 * processes.
 */
const RACES = Number(process.env['DECISION_RACES'] ?? 40);
const TIMEOUT_MS = 120_000 + RACES * 1_000;
/** Number of documents that one person releases while another person sends them back. */
const PAIRS = Math.ceil(RACES / 4);

const desk = await sharedDesk();
const writer = await desk.caller({ limit: 1_000_000 });
const people = await Promise.all(
  ['Ada', 'Grace'].map((name) => newPerson(desk, writer.accountId, name)),
);

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
    '[13.form-once] [13.moved-on] [13.release] release only the version that was shown, at most once, and each decision is in the audit',
    async () => {
      const [ada, grace] = people as [Person, Person];
      const races = new Races(desk.databaseUrl, [{ api: writer.api, ada, grace }]);
      expect(await races.run(RACES)).toEqual([]);
      expect(races.lost).toBe(0);
      const { used, writes } = await booksOf(desk.databaseUrl, writer.accountId);
      expect(used).toBe(writes);
    },
    TIMEOUT_MS,
  );

  it('[13.moved-on] [13.release] [13.send-back] make exactly one decision if one person releases and the other sends back the same version', async () => {
    const { api } = writer;
    const [ada, grace] = people as [Person, Person];
    for (let each = 0; each < PAIRS; each += 1) {
      const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
      const [release, back] = [`/desk/${id}/release`, `/desk/${id}/send-back`];
      const forms = await Promise.all([
        ada.form(`/desk/${id}`, release),
        grace.form(`/desk/${id}`, back),
      ]);
      const statuses = await Promise.all([
        status(ada.post(release, forms[0])),
        status(grace.post(back, { ...forms[1], note: 'Not yet.' })),
      ]);
      expect(statuses.toSorted()).toEqual([303, 409]);
      const decisions = await sql<{ outcome: string }>(
        desk.databaseUrl,
        'SELECT outcome FROM decision WHERE publication_id = $1',
        [id],
      );
      expect(decisions).toEqual([{ outcome: statuses[0] === 303 ? 'released' : 'returned' }]);
    }
  });

  it('[13.moved-on] [13.send-back] do not release a version that was sent back while the release waited', async () => {
    const [ada, grace] = people as [Person, Person];
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

  it('[3.withdrawn] [13.release] leave only the shown version or nothing public if an operator withdraws the document meanwhile', async () => {
    const { api } = writer;
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
        const [ada] = people as [Person];
        const form = await ada.form(`/desk/${id}`, `/desk/${id}/release`);
        const withdraw = ['publications', 'withdraw', id, '--reason', 'a mistake'];
        const twice = [
          ada.post(`/desk/${id}/release`, form),
          ada.post(`/desk/${id}/release`, form),
        ];
        await Promise.all([
          ...twice,
          operator(desk.databaseUrl, ...withdraw).catch(() => 'nothing was public'),
        ]);
        return id;
      }),
    );
    for (const id of ids) {
      const { body } = await api.read(id, { Prefer: 'wait=20' });
      expect(faultOf(body)).toBeUndefined();
      const page = await fetch(body.url);
      expect([page.status, body.state]).toEqual(
        body.publishedVersion === 1
          ? [200, 'published']
          : [page.status === 410 ? 410 : 404, 'review'],
      );
    }
  });
});
