import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/ids/ids.js';
import { label } from '../platform/validation/label.js';
import { Account } from './account.entity.js';
import type { Plan } from './account-facts.js';
import { accountNotFound } from './accounts.errors.js';

/** An account, with the limit that applies to it: the one set for it, or that of its plan (contract 5). */
export type AccountFacts = Omit<Account, 'dailyWriteLimit' | 'resumedAt'> & {
  readonly dailyWriteLimit: number;
};

/** What an operator changes. `dailyWriteLimit` `null` restores the limit of the plan. */
export type AccountChange = Partial<
  Pick<Account, 'plan' | 'dailyWriteLimit' | 'status' | 'releaseRule' | 'approvals' | 'checks'>
>;

/**
 * SQL expression for the new `resumed_at`: now, if the account is suspended. If the account is already active, the
 * value does not change, so that the desk sessions of the account stay valid.
 */
const RESUMED_AT = `CASE status WHEN 'suspended' THEN now() ELSE resumed_at END`;

const END_SESSIONS = `DELETE FROM desk_session WHERE account_id = $1`;

/** Manages accounts for operators (contract 10). Each change writes an audit row in the same transaction. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly actions: OperatorActions,
  ) {}

  /** @throws Error if the name breaks a rule */
  create(name: string, plan: Plan): Promise<AccountFacts> {
    return this.database.transaction((tx) => this.createIn(tx, name, plan));
  }

  /**
   * Creates an account in `tx`. Creates nothing and returns `null` if an account exists already.
   * @throws Error if the name breaks a rule
   */
  async createFirst(tx: EntityManager, name: string, plan: Plan): Promise<AccountFacts | null> {
    // No other process adds an account until `tx` ends.
    await tx.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
    return (await tx.exists(Account)) ? null : this.createIn(tx, name, plan);
  }

  /** Lists all accounts, oldest first. */
  async list(): Promise<AccountFacts[]> {
    const accounts = await this.accounts.find({ order: { createdAt: 'ASC', id: 'ASC' } });
    return accounts.map((account) => accountFacts(account, this.config));
  }

  /** @throws Error if there is no such account */
  async show(id: string, tx: EntityManager = this.accounts.manager): Promise<AccountFacts> {
    const account = await tx.findOneBy(Account, { id });
    if (!account) throw accountNotFound(id);
    return accountFacts(account, this.config);
  }

  /**
   * Changes an account in one transaction with its audit row. The change applies from the next request on, and every
   * process refuses the keys of a suspended account within a second. If the account is resumed, desk sessions from before
   * the suspension stay invalid (contract 13).
   * @param action name of the command, for the audit
   * @throws Error if there is no such account
   */
  change(action: string, id: string, change: AccountChange): Promise<AccountFacts> {
    const resumed = change.status === 'active' ? { resumedAt: (): string => RESUMED_AT } : {};
    return this.database.transaction(async (tx) => {
      const { affected } = await tx.update(Account, { id }, { ...change, ...resumed });
      if (affected === 0) throw accountNotFound(id);
      // `resumedAt` alone would not end the sessions after the clock of the database went back.
      if (change.status === 'suspended') await tx.query(END_SESSIONS, [id]);
      return this.recorded(tx, action, id, change);
    });
  }

  private async createIn(tx: EntityManager, name: string, plan: Plan): Promise<AccountFacts> {
    const valid = label(name);
    const id = newId();
    await tx.insert(Account, {
      id,
      name: valid,
      plan,
      dailyWriteLimit: null,
      status: 'active',
      releaseRule: 'any-key',
      approvals: 1,
      checks: 'advice',
    });
    return this.recorded(tx, 'accounts create', id, { name: valid, plan });
  }

  private async recorded(
    tx: EntityManager,
    action: string,
    accountId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<AccountFacts> {
    await this.actions.record(tx, { action, accountId, details });
    return this.show(accountId, tx);
  }
}

const accountFacts = (
  account: Account,
  { planFreeDailyWrites: free, planUpgradedDailyWrites: upgraded }: Config,
): AccountFacts =>
  Object.assign(account, {
    dailyWriteLimit: account.dailyWriteLimit ?? { free, upgraded }[account.plan],
  });
