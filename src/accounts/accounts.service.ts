import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/ids/ids.js';
import { label } from '../platform/validation/label.js';
import type { Account } from './account.entity.js';
import {
  type AccountFacts,
  type Checks,
  type Plan,
  planDailyWrites,
  type ReleaseRule,
} from './account-facts.js';
import { type AccountChange, AccountsRepository } from './accounts.repository.js';

/** Manages accounts for operators (contract 10). Each change writes an audit row in the same transaction. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly actions: OperatorActions,
  ) {}

  /** @throws LabelInvalid if the name breaks a rule */
  create(name: string, plan: Plan): Promise<AccountFacts> {
    return this.database.transaction((tx) => this.createIn(tx, name, plan));
  }

  /**
   * Creates an account in `tx`. Creates nothing and returns `null` if an account exists already.
   * @throws LabelInvalid
   */
  async createFirst(tx: EntityManager, name: string, plan: Plan): Promise<AccountFacts | null> {
    return (await this.accounts.lockIfEmpty(tx)) ? this.createIn(tx, name, plan) : null;
  }

  /** Lists all accounts, oldest first. */
  async list(): Promise<AccountFacts[]> {
    const accounts = await this.accounts.all();
    return accounts.map((account) => accountFacts(account, this.config));
  }

  /** @throws AccountNotFound */
  async show(id: string): Promise<AccountFacts> {
    return accountFacts(await this.accounts.find(id), this.config);
  }

  /** Sets the plan, which applies from the next request on. Units used today stay used. @throws AccountNotFound */
  setPlan(id: string, plan: Plan): Promise<AccountFacts> {
    return this.change('accounts set-plan', id, { plan });
  }

  /** Sets a daily limit for this account; `null` restores the limit of its plan. @throws AccountNotFound */
  setLimit(id: string, dailyWriteLimit: number | null): Promise<AccountFacts> {
    return this.change('accounts set-limit', id, { dailyWriteLimit });
  }

  /**
   * Sets the release rule, which applies from the next publish on (contract 7).
   * @param approvals 1–5; 1 for every rule but `desk`
   * @throws AccountNotFound
   */
  setReleaseRule(id: string, releaseRule: ReleaseRule, approvals: number): Promise<AccountFacts> {
    return this.change('accounts set-release-rule', id, { releaseRule, approvals });
  }

  /** Sets what errors mean to a release, from the next publish on (contract 16). @throws AccountNotFound */
  setChecks(id: string, checks: Checks): Promise<AccountFacts> {
    return this.change('accounts set-checks', id, { checks });
  }

  /**
   * Suspends an account. Within a second, every process refuses the keys of the account. The public pages of the
   * account stay.
   * @throws AccountNotFound
   */
  suspend(id: string): Promise<AccountFacts> {
    return this.change('accounts suspend', id, { status: 'suspended' });
  }

  /**
   * Resumes an account and makes its keys valid again. Desk sessions from before the suspension stay invalid (contract
   * 13).
   * @throws AccountNotFound
   */
  resume(id: string): Promise<AccountFacts> {
    return this.change('accounts resume', id, { status: 'active' });
  }

  private async createIn(tx: EntityManager, name: string, plan: Plan): Promise<AccountFacts> {
    const valid = label(name);
    const id = newId();
    await this.accounts.insert(tx, {
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

  private change(action: string, id: string, change: AccountChange): Promise<AccountFacts> {
    return this.database.transaction(async (tx) => {
      await this.accounts.update(tx, id, change);
      return this.recorded(tx, action, id, change);
    });
  }

  private async recorded(
    tx: EntityManager,
    action: string,
    accountId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<AccountFacts> {
    await this.actions.record(tx, { action, accountId, details });
    return accountFacts(await this.accounts.find(accountId, tx), this.config);
  }
}

const accountFacts = (account: Account, config: Config): AccountFacts => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  dailyWriteLimit: account.dailyWriteLimit ?? planDailyWrites(config)[account.plan],
  status: account.status,
  releaseRule: account.releaseRule,
  approvals: account.approvals,
  checks: account.checks,
  createdAt: account.createdAt,
});
