import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApproverFacts, KeyedApprover } from '../../src/keys/approvers.service.js';
import { hashSecret } from '../../src/keys/key-secret.js';
import { tryToSignIn } from '../desk/person.js';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { operator } from '../setup/operator.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();
const { accountId, databaseUrl } = desk;
const cli = new Cli({ DATABASE_URL: databaseUrl });

const add = (name: string) =>
  operator<KeyedApprover>(databaseUrl, 'approvers', 'add', '--account', accountId, '--name', name);

const actionsOf = (approverId: string) =>
  sql(
    databaseUrl,
    `SELECT action, account_id AS "accountId", details FROM operator_action
     WHERE details ->> 'approverId' = $1 ORDER BY number`,
    [approverId],
  );

describe('approvers', () => {
  it('[10.approvers-add] [7.person-key] [7.key-shown-once] are added with a sign-in key, which is shown once and stored as a hash', async () => {
    const { key, ...approver } = await add(' Ada Example ');
    expect(approver).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/) as string,
      accountId,
      name: 'Ada Example',
      createdAt: expect.any(String) as string,
    });
    expect(key.startsWith(`imp_person_${approver.id}_`)).toBe(true);
    const secret = key.split('_')[3]!.slice(0, 30);
    const [row] = await sql<{ hash: Buffer; whole: string }>(
      databaseUrl,
      'SELECT secret_hash AS hash, approver::text AS whole FROM approver WHERE id = $1',
      [approver.id],
    );
    expect(row!.hash).toEqual(hashSecret(secret));
    expect(row!.whole).not.toContain(secret);
    expect(await actionsOf(approver.id)).toEqual([
      {
        action: 'approvers add',
        accountId,
        details: { approverId: approver.id, name: 'Ada Example' },
      },
    ]);
    const { stdout } = await cli.run('approvers', 'list', '--account', accountId);
    expect(stdout).toContain('Ada Example');
    expect(stdout).not.toContain('imp_person_');
  });

  it('[10.approvers-list] [10.approvers-revoke] are listed, and stay in the list after a revocation', async () => {
    const { id, key } = await add('Grace Example');
    const revoked = await operator<ApproverFacts>(databaseUrl, 'approvers', 'revoke', id);
    expect(revoked).toMatchObject({ id, name: 'Grace Example' });
    expect(revoked.revokedAt).not.toBeNull();
    const again = await operator<ApproverFacts>(databaseUrl, 'approvers', 'revoke', id);
    expect(again.revokedAt).toBe(revoked.revokedAt);
    const listed = await operator<ApproverFacts[]>(
      databaseUrl,
      'approvers',
      'list',
      '--account',
      accountId,
    );
    expect(listed).toContainEqual(again);
    expect((await tryToSignIn(desk.url, key)).status).toBe(401);
    const { status, stderr } = await cli.run('approvers', 'rotate', id, '--yes');
    expect([status, stderr]).toEqual([
      1,
      `imprimatur: The access of the approver ${id} has ended permanently, so the sign-in key cannot be rotated. Add the person as a new approver.\n`,
    ]);
    expect(await actionsOf(id)).toMatchObject([
      { action: 'approvers add' },
      { action: 'approvers revoke' },
      { action: 'approvers revoke' },
    ]);
  });

  it('[10.approvers-rotate] keep id and name when they get a new sign-in key', async () => {
    const { id, key, createdAt } = await add('Ada Example');
    const rotated = await operator<KeyedApprover>(databaseUrl, 'approvers', 'rotate', id);
    expect(rotated).toEqual({ id, accountId, name: 'Ada Example', createdAt, key: rotated.key });
    expect(rotated.key).not.toBe(key);
    expect((await tryToSignIn(desk.url, key)).status).toBe(401);
    expect((await tryToSignIn(desk.url, rotated.key)).status).toBe(303);
  });

  it.each([
    ['an unknown id', ['revoke', 'A'.repeat(12)], 1, 'There is no approver AAAAAAAAAAAA.'],
    ['a malformed id', ['rotate', 'ada'], 1, 'There is no approver ada.'],
    ['an unknown account', ['add', '--account', randomUUID(), '--name', 'Ada'], 1, 'no account'],
    ['no name', ['add', '--account', accountId, '--name', ' '], 2, 'must have 1 to 120'],
    ['an invisible name', ['add', '--account', accountId, '--name', '\u200b'], 2, 'must'],
    ['a name of 121 characters', ['add', '--account', accountId, '--name', 'x'.repeat(121)], 2, ''],
  ] as const)('[10.approvers-add] refuse %s', async (_, words, exit, message) => {
    const { status, stderr } = await cli.run('approvers', ...words, '--yes');
    expect(status).toBe(exit);
    expect(stderr).toContain(message);
  });
});
