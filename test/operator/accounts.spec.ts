import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids/ids.js';
import { LastingCli } from '../setup/cli.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { folderOf } from './folder.js';

interface Account {
  id: string;
  name: string;
  plan: string;
  dailyWriteLimit: number;
  status: string;
  createdAt: string;
}

describe('accounts', () => {
  let database: FreshDatabase;
  let cli: LastingCli;

  beforeAll(async () => {
    database = await freshDatabase();
    cli = new LastingCli({ DATABASE_URL: database.url, PLAN_UPGRADED_DAILY_WRITES: '5000' });
  });

  afterAll(async () => {
    await cli.close();
    await database.drop();
  });

  const newAccount = () => cli.json<Account>('accounts', 'create', '--name', 'Newsroom');

  it('are created on the plan free, or on the named plan [10.accounts-create] [10.json]', async () => {
    const account = await cli.json<Account>('accounts', 'create', '--name', '  편집부 ');
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: '편집부',
      plan: 'free',
      dailyWriteLimit: 100,
      status: 'active',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const upgraded = await cli.json('accounts', 'create', '--name', 'x', '--plan', 'upgraded');
    expect(upgraded).toMatchObject({ plan: 'upgraded', dailyWriteLimit: 5_000 });
  });

  it("are shown one by one or all together, with today's usage [10.accounts-show]", async () => {
    const account = await newAccount();
    const today = `(now() AT TIME ZONE 'UTC')::date`;
    await sql(
      database.url,
      `INSERT INTO daily_usage (account_id, day, used) VALUES ($1, ${today}, 7), ($1, ${today} - 1, 50)`,
      [account.id],
    );
    const shown = await cli.json('accounts', 'show', account.id);
    expect(shown).toMatchObject({
      ...account,
      usage: {
        accountId: account.id,
        plan: 'free',
        dailyWriteLimit: 100,
        used: 7,
        remaining: 93,
        resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
        upgradeRequired: false,
      },
    });
    const all = await cli.json<Account[]>('accounts', 'list');
    expect(all).toHaveLength((await sql(database.url, 'SELECT 1 FROM account')).length);
    expect(all.find(({ id }) => id === account.id)).toEqual(shown);
  });

  it('are shown as tables by default [10.tables] [10.exit-done]', async () => {
    const { id } = await newAccount();
    const list = await cli.run('accounts', 'list');
    expect({ status: list.status, stderr: list.stderr }).toEqual({ status: 0, stderr: '' });
    expect(list.stdout).toMatch(
      new RegExp(`│ ${id} │ Newsroom +│ free +│ 100 +│ 0 +│ 100 +│ active │`),
    );
    const show = await cli.run('accounts', 'show', id);
    expect(show.stdout).toMatch(/│ remaining +│ 100 +│/);
  });

  it('can get their own limit, even 0, another plan, and the limit of their plan again [10.accounts-set-limit] [10.accounts-set-plan]', async () => {
    const { id } = await newAccount();
    expect(await cli.json('accounts', 'set-limit', id, '0')).toMatchObject({ dailyWriteLimit: 0 });
    const upgraded = await cli.json('accounts', 'set-plan', id, 'upgraded');
    expect(upgraded).toMatchObject({ id, plan: 'upgraded', dailyWriteLimit: 0 });
    const back = await cli.json<Account>('accounts', 'set-limit', id, 'default');
    expect(back).toMatchObject({ plan: 'upgraded', dailyWriteLimit: 5_000 });
    expect(await cli.json('accounts', 'show', id)).toMatchObject(back);
  });

  it('leave an audit row for each change, with the name of the operator', async () => {
    const { id } = await newAccount();
    for (const [command, ...value] of [
      ['suspend'],
      ['resume'],
      ['set-plan', 'upgraded'],
      ['set-limit', 'default'],
    ])
      await cli.json('accounts', command!, id, ...value);
    const rows = await sql<{ action: string; details: object; operator: string }>(
      database.url,
      'SELECT action, details, operator FROM operator_action WHERE account_id = $1 ORDER BY created_at, id',
      [id],
    );
    const { operator } = rows[0]!;
    expect(operator).not.toBe('');
    expect(rows).toEqual([
      { action: 'accounts create', operator, details: { name: 'Newsroom', plan: 'free' } },
      { action: 'accounts suspend', operator, details: { status: 'suspended' } },
      { action: 'accounts resume', operator, details: { status: 'active' } },
      { action: 'accounts set-plan', operator, details: { plan: 'upgraded' } },
      { action: 'accounts set-limit', operator, details: { dailyWriteLimit: null } },
    ]);
  });

  it('are named by their name wherever a command takes an account, if no other has it [10.account-names] [10.import]', async () => {
    const name = `Docs team ${newId()}`;
    const { id } = await cli.json<{ id: string }>('accounts', 'create', '--name', name);
    const issue = ['keys', 'issue', '--account', name, '--name', 'ci'];
    const { accountId } = await cli.json<{ accountId: string }>(...issue);
    expect(accountId).toBe(id);
    expect(await cli.json('accounts', 'set-plan', name, 'upgraded')).toMatchObject({ id });
    expect(await cli.json('usage', name)).toMatchObject({ plan: 'upgraded' });
    const folder = await folderOf({ 'en/a.md': 'Text' });
    for (const words of [
      ['keys', 'list'],
      ['approvers', 'add', '--name', 'Ada'],
      ['approvers', 'list'],
      ['publications', 'list'],
      ['publications', 'import', folder],
      ['publications', 'export', folder],
      ['redirects', 'list'],
      ['audit', 'list'],
      ['desk', 'sessions'],
      ['desk', 'sign-out'],
    ]) {
      const { status } = await cli.run(...words, '--account', name);
      expect([words, status]).toEqual([words, 0]);
    }
    const other = await cli.json<{ id: string }>('accounts', 'create', '--name', name);
    const ambiguous = await cli.run('accounts', 'show', name);
    expect(ambiguous).toMatchObject({ status: 1, stdout: '' });
    expect(ambiguous.stderr).toContain(`${id}, ${other.id}`);
    const unknown = await cli.run('accounts', 'show', 'Nobody');
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/^imprimatur: No account has the name Nobody\./);
  });

  it('that do not exist are refused [10.exit-refused]', async () => {
    const id = newId();
    expect(await cli.run('accounts', 'show', id)).toEqual({
      status: 1,
      stdout: '',
      stderr: `imprimatur: There is no account ${id}.\n`,
    });
  });
});
