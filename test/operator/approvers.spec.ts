import { afterAll, describe, expect, it } from 'vitest';
import type { ApproverFacts, KeyedApprover } from '../../src/keys/approvers.service.js';
import { hashSecret } from '../../src/keys/key-secret.js';
import { tryToSignIn } from '../desk/person.js';
import { LastingCli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();
const { accountId, databaseUrl } = desk;
const cli = new LastingCli({ DATABASE_URL: databaseUrl });
afterAll(() => cli.close());

const add = (name: string) =>
  cli.json<KeyedApprover>('approvers', 'add', '--account', accountId, '--name', name);

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
    const revoked = await cli.json<ApproverFacts>('approvers', 'revoke', id);
    expect(revoked).toMatchObject({ id, name: 'Grace Example' });
    expect(revoked.revokedAt).not.toBeNull();
    const again = await cli.json<ApproverFacts>('approvers', 'revoke', id);
    expect(again.revokedAt).toBe(revoked.revokedAt);
    expect(await cli.json('approvers', 'list', '--account', accountId)).toContainEqual(again);
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
    const rotated = await cli.json<KeyedApprover>('approvers', 'rotate', id);
    expect(rotated).toEqual({ id, accountId, name: 'Ada Example', createdAt, key: rotated.key });
    expect(rotated.key).not.toBe(key);
    expect((await tryToSignIn(desk.url, key)).status).toBe(401);
    expect((await tryToSignIn(desk.url, rotated.key)).status).toBe(303);
  });

  it.each([
    ['revoke', 'A'.repeat(12)],
    ['rotate', 'ada'],
  ])('that do not exist are refused: %s %s [10.exit-refused]', async (command, id) => {
    const { status, stderr } = await cli.run('approvers', command, id, '--yes');
    expect(status).toBe(1);
    expect(stderr).toContain(`There is no approver ${id}.`);
  });
});
