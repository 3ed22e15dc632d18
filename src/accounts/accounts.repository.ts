import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Account } from './account.entity.js';
import { AccountNotFound } from './accounts.errors.js';

export type AccountChange = Partial<
  Pick<Account, 'plan' | 'dailyWriteLimit' | 'status' | 'releaseRule' | 'approvals' | 'checks'>
>;

/**
 * SQL expression for the new `resumed_at`: now, if the account is suspended. If the account is already active, the
 * value does not change, so that the desk sessions of the account stay valid.
 */
const RESUMED_AT = `CASE status WHEN 'suspended' THEN now() ELSE resumed_at END`;

const END_SESSIONS = `DELETE FROM desk_session WHERE account_id = $1`;

@Injectable()
export class AccountsRepository {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /** Lists all accounts, oldest first. */
  all(): Promise<Account[]> {
    return this.accounts.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws AccountNotFound */
  async find(id: string, tx: EntityManager = this.accounts.manager): Promise<Account> {
    const account = await tx.findOneBy(Account, { id });
    if (!account) throw new AccountNotFound(id);
    return account;
  }

  /** Returns whether no account exists. Locks the table until `tx` ends, so that no other process adds an account. */
  async lockIfEmpty(tx: EntityManager): Promise<boolean> {
    await tx.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
    return !(await tx.exists(Account));
  }

  async insert(
    tx: EntityManager,
    account: Omit<Account, 'createdAt' | 'resumedAt'>,
  ): Promise<void> {
    await tx.insert(Account, account);
  }

  /**
   * Changes an account. Sets `resumedAt` to now if a suspended account becomes active. A suspension deletes the sessions at
   * the desk, because `resumedAt` alone would not end them after the clock of the database went back.
   * @throws AccountNotFound
   */
  async update(tx: EntityManager, id: string, change: AccountChange): Promise<void> {
    const resumed = change.status === 'active' ? { resumedAt: (): string => RESUMED_AT } : {};
    const { affected } = await tx.update(Account, { id }, { ...change, ...resumed });
    if (affected === 0) throw new AccountNotFound(id);
    if (change.status === 'suspended') await tx.query(END_SESSIONS, [id]);
  }
}
