import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseKey } from '../../src/keys/key-secret.js';
import { newId } from '../../src/platform/ids/ids.js';
import { KeysApp } from '../keys/keys-app.js';
import { newKey } from '../keys/people.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { Cli } from '../setup/cli.js';

interface Issued {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  expiresAt: string | null;
  createdAt: string;
  key: string;
}

type Listed = Omit<Issued, 'key'> & { revokedAt: string | null; lastUsedAt: string | null };

describe('keys', () => {
  let database: FreshDatabase;
  let cli: Cli;
  let service: KeysApp;
  let account: string;

  beforeAll(async () => {
    database = await freshDatabase();
    cli = new Cli({ DATABASE_URL: database.url });
    service = await KeysApp.start(database.url);
    ({ accountId: account } = await newKey(service));
  });

  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const issue = (...options: string[]) =>
    cli.json<Issued>('keys', 'issue', '--account', account, '--name', 'bot', ...options);
  const statusOf = async (key: string) => (await service.call('GET /reading', key)).status;

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
    expect((await service.call('POST /publish', key)).status).toBe(201);
    expect((await service.call('POST /reading', key)).status).toBe(403);
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

  it('are shown only when they are issued, on a separate line [7.key-shown-once]', async () => {
    const options = ['--account', account, '--name', 'once'];
    const { status, stdout } = await cli.run('keys', 'issue', ...options);
    expect(status).toBe(0);
    const key = stdout.trimEnd().split('\n').at(-1)!;
    const { keyId, secret } = parseKey(key)!;
    expect(await statusOf(key)).toBe(200);
    const later = await Promise.all([
      cli.run('keys', 'list', '--account', account),
      cli.run('keys', 'list', '--account', account, '--json'),
      cli.run('keys', 'revoke', keyId, '--yes'),
    ]);
    for (const ended of later) {
      expect(ended.status).toBe(0);
      expect(ended.stdout).toContain(keyId);
      expect(ended.stdout + ended.stderr).not.toContain(secret);
    }
  });

  it('are listed without their secrets [10.keys-list]', async () => {
    const { key: _, ...known } = await newKey(service, { expiresIn: 1_000 });
    const listed = await cli.json<Listed[]>('keys', 'list', '--account', known.accountId);
    expect(listed).toEqual([
      {
        ...known,
        expiresAt: known.expiresAt!.toISOString(),
        createdAt: known.createdAt.toISOString(),
        revokedAt: null,
        lastUsedAt: null,
      },
    ]);
  });

  it('stop working when they are revoked [10.keys-revoke]', async () => {
    const { id, key } = await newKey(service);
    expect(await statusOf(key)).toBe(200);
    const revoked = await cli.json('keys', 'revoke', id);
    expect(revoked).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) });
    await expect.poll(() => statusOf(key)).toBe(401);
  });

  it('that are rotated stop working, and a new key has the same scopes [10.keys-rotate] [10.keys-rotate-grace]', async () => {
    const old = await newKey(service, { scopes: ['read', 'publish'] });
    const next = await cli.json<Issued>('keys', 'rotate', old.id);
    expect(next).toMatchObject({ name: old.name, scopes: ['read', 'publish'] });
    expect(await statusOf(next.key)).toBe(200);
    await expect.poll(() => statusOf(old.key)).toBe(401);
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
      const { id, key } = await newKey(service);
      const { status, stderr } = await cli.run(...command.split(' '), key);
      expect(status).toBe(refused);
      expect(stderr).toContain(`imp_${id}_[redacted]`);
      expect(stderr).not.toContain(key.split('_')[2]);
    },
  );

  it('of an account that does not exist are refused [10.exit-refused]', async () => {
    const id = newId();
    const { status, stderr } = await cli.run('keys', 'issue', '--account', id, '--name', 'x');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `imprimatur: There is no account ${id}.\n`,
    });
  });
});
