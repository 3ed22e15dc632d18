import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Account } from './account.entity.js';
import { AccountNotFound } from './accounts.errors.js';

export type AccountChange = Partial<
  Pick<Account, 'plan' | 'dailyWriteLimit' | 'status' | 'releaseRule'>
>;

/** What was active already goes on as it was. */
const RESUMED_AT = `CASE status WHEN 'suspended' THEN now() ELSE resumed_at END`;

@Injectable()
export class AccountsRepository {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /** Oldest first. */
  all(): Promise<Account[]> {
    return this.accounts.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws AccountNotFound */
  async find(id: string, tx: EntityManager = this.accounts.manager): Promise<Account> {
    const account = await tx.findOneBy(Account, { id });
    if (!account) throw new AccountNotFound(id);
    return account;
  }

  /** Whether there is no account. Locks until the end of the transaction, so that no other process makes one. */
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

  /** A suspended account that becomes active is resumed now. @throws AccountNotFound */
  async update(tx: EntityManager, id: string, change: AccountChange): Promise<void> {
    const resumed = change.status === 'active' ? { resumedAt: (): string => RESUMED_AT } : {};
    const { affected } = await tx.update(Account, { id }, { ...change, ...resumed });
    if (affected === 0) throw new AccountNotFound(id);
  }
}
