import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { parseKey } from '../../src/keys/key-secret.js';
import { newId } from '../../src/platform/ids/ids.js';
import { LastingCli } from '../setup/cli.js';
import { client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { sql } from '../setup/sql.js';

interface Listed {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  expiresAt: string | null;
  createdAt: string;
  revokedAt: string | null;
}
type Issued = Omit<Listed, 'revokedAt'> & { key: string };

const desk = await sharedDesk();
const { databaseUrl } = desk;
const cli = new LastingCli({ DATABASE_URL: databaseUrl });
afterAll(() => cli.close());

const newAccount = async (): Promise<string> =>
  (await cli.json<{ id: string }>('accounts', 'create', '--name', 'Someone')).id;
const account = await newAccount();

const issueFor = (of: string, ...options: string[]) =>
  cli.json<Issued>('keys', 'issue', '--account', of, '--name', 'bot', ...options);
const issue = (...options: string[]) => issueFor(account, ...options);
const rotate = (id: string, grace: string) =>
  cli.json<Issued>('keys', 'rotate', id, '--grace', grace);
const list = (of: string) => cli.json<Listed[]>('keys', 'list', '--account', of);
const statusOf = async (key: string) => (await client(desk.url, key).usage()).status;

interface ActionRow {
  action: string;
  operator: string;
  account_id: string;
  details: Record<string, unknown>;
}
const actionsOn = (keyId: string) =>
  sql<ActionRow>(
    databaseUrl,
    `SELECT * FROM operator_action WHERE details->>'keyId' = $1 ORDER BY created_at, id`,
    [keyId],
  );

describe('keys', () => {
  it('are issued with the scopes read and write unless others are named [10.keys-issue] [7.default-scopes]', async () => {
    const issued = await issue();
    expect(issued).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      accountId: account,
      name: 'bot',
      scopes: ['read', 'write'],
      expiresAt: null,
      createdAt: expect.stringMatching(/Z$/),
      key: expect.stringContaining(`imp_${issued.id}_`),
    });
    expect(await statusOf(issued.key)).toBe(200);
  });

  it('have the scopes that --scopes gives [10.keys-issue-scopes]', async () => {
    const { key, scopes } = await issue('--scopes', 'publish,read');
    expect(scopes).toEqual(['read', 'publish']);
    const api = client(desk.url, key);
    expect((await api.publish(newId(), { expectedVersion: 1 })).status).toBe(404);
    expect((await api.create(newDocument())).status).toBe(403);
  });

  it('are stored with only the SHA-256 of their secret [7.key-hashed]', async () => {
    const { key, id } = await issue();
    const { secret } = parseKey(key)!;
    const [row] = await sql(databaseUrl, 'SELECT * FROM publisher_key WHERE id = $1', [id]);
    expect(row!.secret_hash).toEqual(createHash('sha256').update(secret).digest());
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await actionsOn(id))).not.toContain(secret);
  });

  it('expire after the time that --expires gives [10.keys-issue-expires]', async () => {
    const { key, createdAt, expiresAt } = await issue('--expires', '15s');
    const seconds = (Date.parse(expiresAt!) - Date.parse(createdAt)) / 1_000;
    expect(Math.round(seconds)).toBe(15);
    expect(await statusOf(key)).toBe(200);
    const short = await issue('--expires', '1s');
    await expect.poll(() => statusOf(short.key)).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(short.expiresAt!));
  });

  it('are shown only when they are issued, on a separate line [7.key-shown-once] [10.keys-list]', async () => {
    const of = await newAccount();
    const options = ['--account', of, '--name', 'once', '--expires', '1h'];
    const { status, stdout } = await cli.run('keys', 'issue', ...options);
    expect(status).toBe(0);
    const key = stdout.trimEnd().split('\n').at(-1)!;
    const { keyId, secret } = parseKey(key)!;
    const [listed, ...others] = await list(of);
    expect(listed).toMatchObject({ id: keyId, accountId: of, name: 'once', revokedAt: null });
    expect([others, Date.parse(listed!.expiresAt!) > Date.now()]).toEqual([[], true]);
    const later = await Promise.all([
      cli.run('keys', 'list', '--account', of),
      cli.run('keys', 'list', '--account', of, '--json'),
      cli.run('keys', 'revoke', keyId, '--yes'),
    ]);
    for (const ended of later) {
      expect(ended.status).toBe(0);
      expect(ended.stdout).toContain(keyId);
      expect(ended.stdout + ended.stderr).not.toContain(secret);
    }
  });

  it('stop working when they are revoked, and keep the time of the first revocation [10.keys-revoke]', async () => {
    const { id, key } = await issue();
    expect(await statusOf(key)).toBe(200);
    const { revokedAt } = await cli.json<Listed>('keys', 'revoke', id);
    expect(revokedAt).toMatch(/Z$/);
    await expect.poll(() => statusOf(key)).toBe(401);
    expect(await cli.json('keys', 'revoke', id)).toMatchObject({ id, revokedAt });
    await expect(rotate(id, '0')).rejects.toThrow('revoked');
  });

  it('that are rotated stop working, and a new key has the same scopes [10.keys-rotate] [10.keys-rotate-grace]', async () => {
    const old = await issue('--scopes', 'read,publish');
    const next = await rotate(old.id, '0');
    expect(next).toMatchObject({ name: old.name, scopes: ['read', 'publish'], expiresAt: null });
    expect(await statusOf(next.key)).toBe(200);
    await expect.poll(() => statusOf(old.key)).toBe(401);
  });

  it('work during the grace period of a rotation, but no longer than before, and are not rotated again [10.keys-rotate-grace]', async () => {
    const old = await issueFor(await newAccount(), '--expires', '15m');
    const next = await rotate(old.id, '30m');
    await expect(rotate(old.id, '0')).rejects.toThrow(`It was replaced by the key ${next.id}`);
    expect(await statusOf(old.key)).toBe(200);
    const listed = await list(old.accountId);
    expect(listed).toHaveLength(2);
    expect(listed.find(({ id }) => id === old.id)!.expiresAt).toBe(old.expiresAt);
  });

  it('have one successor even if three rotations run concurrently [10.keys-rotate]', async () => {
    const old = await issueFor(await newAccount());
    const lock = `SELECT 1 FROM publisher_key WHERE id = '${old.id}' FOR UPDATE`;
    const { rotating } = await whileLocked(databaseUrl, lock, async () => {
      const three = Promise.allSettled([1, 2, 3].map(() => rotate(old.id, '0')));
      await lockAwaited(databaseUrl, 3);
      return { rotating: three };
    });
    const refused = (await rotating).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(await list(old.accountId)).toHaveLength(2);
    expect(await actionsOn(old.id)).toHaveLength(2);
  });

  it('leave an audit row for each accepted action, and none for a refused one [10.audit-list]', async () => {
    const { id, accountId } = await issue('--scopes', 'read');
    const next = await rotate(id, '1h');
    await cli.json('keys', 'revoke', id);
    await rotate(id, '0').catch(() => undefined);
    const actions = await actionsOn(id);
    expect(actions.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['keys issue', accountId],
      ['keys rotate', accountId],
      ['keys revoke', accountId],
    ]);
    expect(actions[0]!.details).toMatchObject({ name: 'bot', scopes: ['read'] });
    expect(actions[1]!.details).toMatchObject({ newKeyId: next.id, graceSeconds: 3_600 });
    expect(new Set(actions.map(({ operator }) => operator)).size).toBe(1);
    expect(actions[0]!.operator).not.toBe('');
  });

  it('change only together with their audit row', async () => {
    const { id, key } = await issue();
    await sql(
      databaseUrl,
      `CREATE FUNCTION no_audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no audit''; END';
       CREATE TRIGGER no_audit BEFORE INSERT ON operator_action FOR EACH ROW
         WHEN ('${id}' IN (NEW.details->>'keyId', NEW.details->>'name')) EXECUTE FUNCTION no_audit()`,
    );
    try {
      await expect(cli.json('keys', 'revoke', id)).rejects.toThrow('no audit');
      await expect(cli.json('accounts', 'create', '--name', id)).rejects.toThrow('no audit');
    } finally {
      await sql(databaseUrl, 'DROP FUNCTION no_audit CASCADE');
    }
    expect((await list(account)).find((one) => one.id === id)!.revokedAt).toBeNull();
    expect(await statusOf(key)).toBe(200);
    expect(await sql(databaseUrl, 'SELECT FROM account WHERE name = $1', [id])).toEqual([]);
  });

  it.each([
    ['rotate', '0123456789AB'],
    ['rotate', 'UNKNOWN'],
    ['revoke', 'UNKNOWN'],
  ])('that do not exist are refused: %s %s [10.exit-refused]', async (command, id) => {
    const { status, stdout, stderr } = await cli.run('keys', command, id, '--yes');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^imprimatur: There is no key ${id}\\..*\n$`));
  });

  it.each([
    ['keys rotate', 1],
    ['keys revoke', 1],
    ['keys list --account', 1],
    ['publications show', 2],
  ])(
    'are not repeated by %s if they are given instead of an id [7.key-nowhere]',
    async (command, refused) => {
      const { id, key } = await issue();
      const { status, stderr } = await cli.run(...command.split(' '), key);
      expect(status).toBe(refused);
      expect(stderr).toContain(`imp_${id}_[redacted]`);
      expect(stderr).not.toContain(key.split('_')[2]);
    },
  );
});
