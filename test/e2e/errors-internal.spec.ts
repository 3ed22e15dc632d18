import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectProblem } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk();
const { api, databaseUrl, url } = desk;
afterAll(() => desk.close());

/** Part of the database's error message. Only the log may contain this text. */
const SECRET = 'sqrdlq';
const CLAIMS_NOTHING =
  /nothing|not (been )?(written|changed|carried|saved)|no(thing)? (was|write)/i;

let id: string;
beforeAll(async () => {
  ({ id } = expectAccepted(await api.create(newDocument()), 201));
  await sql(
    databaseUrl,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION '${SECRET} in revision'; END $$`,
  );
  await sql(
    databaseUrl,
    'CREATE TRIGGER fail BEFORE INSERT ON revision FOR EACH ROW EXECUTE FUNCTION fail()',
  );
});

const FAILING: [what: string, send: () => Promise<Answer>][] = [
  ['a create', () => api.create(newDocument({ title: `Title ${SECRET}` }))],
  ['an update', () => api.update(id, { expectedVersion: 1, title: `Title ${SECRET}` })],
];

describe('500 internal_error', () => {
  it.each(FAILING)(
    '[6.internal-silent] [6.problem] [6.retryable] reveals nothing of its cause: %s',
    async (_what, send) => {
      const answer = await send();
      await expectProblem(answer, 500, 'internal_error', url);
      expect(answer.body.details).toEqual({});
      const sent = [answer.text, ...answer.headers.values()].join('\n');
      expect(sent).not.toContain(SECRET);
      expect(sent).not.toMatch(/INSERT|SELECT|revision|QueryFailed|P0001|plpgsql|node_modules/);
      expect(sent).not.toMatch(/\bat \w+.*:\d+|\.[jt]s\b|\/(work|dist|src)\//);
    },
  );

  it.each(FAILING)(
    '[6.unsure-repeat] says to repeat the write with the same key, and does not claim that nothing was written: %s',
    async (_what, send) => {
      const { detail, nextStep } = (await send()).body;
      expect(nextStep).toMatch(/same request with the same idempotency key/i);
      expect(`${detail} ${nextStep}`).not.toMatch(CLAIMS_NOTHING);
    },
  );

  it('[6.unsure-repeat] leaves the idempotency key free: after the fault a repetition succeeds, and a further repetition replays', async () => {
    const write = { key: randomUUID() };
    const document = newDocument();
    expect((await api.create(document, write)).status).toBe(500);
    await sql(databaseUrl, 'ALTER TABLE revision DISABLE TRIGGER fail');
    const first = await api.create(document, write);
    expectAccepted(first, 201);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    expect((await api.create(document, write)).text).toBe(first.text);
    await sql(databaseUrl, 'ALTER TABLE revision ENABLE TRIGGER fail');
  });
});
