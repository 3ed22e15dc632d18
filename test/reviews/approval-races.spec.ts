import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReleaseRecord } from '../../src/signatures/record.js';
import { newPerson } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import { client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { clockAhead } from '../setup/moved-clock.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { ApprovalRaces } from './approval-races.js';

/** Number of races. For more: `APPROVAL_RACES=10000 npx vitest run test/reviews/approval-races.spec.ts`. */
const RACES = Number(process.env['APPROVAL_RACES'] ?? 120);
const TIMEOUT_MS = 60_000 + RACES * 1_000;
/** The first seed; each number of approvals has its own. */
const SEED = Number(process.env['APPROVAL_SEED'] ?? 1);

const desk = await sharedDesk();
const ahead = await startService({
  databaseUrl: desk.databaseUrl,
  env: { ROLE: 'api', RATE_LIMIT_PER_MINUTE: '0', NODE_OPTIONS: clockAhead(3_600_000) },
});

const NAME = 'Ada Example';
const read = async (id: string) =>
  (await desk.api.request('GET', `/api/v1/publications/${id}?view=history`, WAIT))
    .body as unknown as {
    readonly approvedVia: string;
    readonly history: readonly { readonly approvedVia: string }[];
  };

/** How each part of the service says that version 1 was approved. */
async function ways(id: string, url: string): Promise<Record<string, unknown>> {
  const { approvedVia, history } = await read(id);
  const jws = await (await fetch(`${url}@1.jws`)).text();
  const payload = Buffer.from(jws.split('.')[1]!, 'base64url').toString();
  const markdown = await (await fetch(`${url}@1.md`)).text();
  const folder = join(await folderOf(), 'evidence');
  await operator(desk.databaseUrl, 'publications', 'evidence', id, folder);
  const file = await readFile(join(folder, 'version-1.decision.json'), 'utf8');
  const { decision } = JSON.parse(file) as { decision: Record<string, unknown> };
  return {
    answer: approvedVia,
    history: history[0]!.approvedVia,
    record: (JSON.parse(payload) as ReleaseRecord).approvedVia,
    markdown: /^approvedVia: "?(\w+)/m.exec(markdown)?.[1],
    evidence: decision['via'],
    channel: decision['channel'],
  };
}

const all = (via: string, channel: string) => ({
  answer: via,
  history: via,
  record: via,
  markdown: via,
  evidence: via,
  channel,
});

async function releaseAtDesk(service: string, id: string): Promise<void> {
  const { databaseUrl, accountId } = desk;
  const person = await newPerson({ url: service, databaseUrl }, accountId, NAME);
  const form = await person.form(`/desk/${id}`, `/desk/${id}/release`);
  const { status } = await person.post(`/desk/${id}/release`, form);
  expect(status).toBe(303);
  await read(id);
}

const publish = async (service: string, id: string) =>
  expectAccepted(
    await client(service, desk.key).publish(id, { expectedVersion: 1, approvedBy: NAME }, WAIT),
    202,
  );

const withdraw = (id: string) =>
  operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');

describe('two processes whose clocks are an hour apart', () => {
  it('[2.approved-via] [15.evidence] name the last decision about a version that the same person released twice, though it was at the slower clock', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument()), 201);
    await releaseAtDesk(ahead.url, id);
    expect(await ways(id, url)).toEqual(all('desk', 'desk'));
    await withdraw(id);
    await publish(desk.url, id);
    expect(await ways(id, url)).toEqual(all('key', 'http'));
    await withdraw(id);
    await releaseAtDesk(ahead.url, id);
    expect(await ways(id, url)).toEqual(all('desk', 'desk'));
  });

  it.each([2, 3])(
    '[7.approvals] [7.approval-cost] [7.approvals-clear] [7.approval-own] release no version with fewer than %i different approvers, whatever happens at the same time',
    async (approvals) => {
      const account = await desk.caller({ limit: 10_000_000 });
      const urls = [desk.url, ahead.url];
      const races = new ApprovalRaces(desk.databaseUrl, urls, account, approvals, SEED + approvals);
      const count = Math.ceil(RACES / 2);
      expect(await races.run(count)).toEqual([]);
      expect(races.released).toBeGreaterThan(count / 2);
      expect(races.corrected).toBeGreaterThan(0);
      expect(races.lost).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe('a public version whose indexing failed', () => {
  it('[2.approved-via] keeps the way of the decision that made it public when its approver publishes it again in another way', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument()), 201);
    await releaseAtDesk(desk.url, id);
    await sql(
      desk.databaseUrl,
      `UPDATE release SET indexed_version = NULL, error = jsonb_build_object('code', 'index_failed',
              'message', 'Planted.', 'version', 1, 'failedAt', '2026-01-01T00:00:00.000Z')
        WHERE publication_id = $1`,
      [id],
    );
    await publish(desk.url, id);
    expect(await ways(id, url)).toEqual(all('desk', 'desk'));
  });
});
