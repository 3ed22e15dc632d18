import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Database } from '../platform/database/database.js';
import { label } from '../platform/validation/label.js';
import { Approver } from './approver.entity.js';
import { generateKey, hashSecret, type KeyParts, secretMatches } from './key-secret.js';
import { approverNotFound, approverRevoked } from './keys.errors.js';

/** An approver as commands show it (contract 10). */
export type ApproverFacts = Readonly<Omit<Approver, 'secretHash' | 'feedHash' | 'rotations'>>;

/** An approver with a new sign-in key, which is shown only when it is made (contract 7). */
export interface KeyedApprover extends Omit<ApproverFacts, 'revokedAt'> {
  readonly key: string;
}

/** An approver who has shown a valid sign-in key. */
export interface Person {
  readonly approverId: string;
  readonly accountId: string;
  readonly rotations: number;
  /** Whether the account is suspended. */
  readonly suspended: boolean;
}

/** Manages the persons who decide at the desk, for operators (contract 10). Each change writes an audit row. */
@Injectable()
export class ApproversService {
  constructor(
    @InjectRepository(Approver) private readonly approvers: Repository<Approver>,
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly actions: OperatorActions,
  ) {}

  /**
   * Makes an approver and a sign-in key; only this answer contains the key.
   * @throws Error if the name breaks a rule
   */
  add(accountId: string, name: string): Promise<KeyedApprover> {
    return this.database.transaction((tx) => this.addIn(tx, accountId, name));
  }

  /**
   * Makes an approver in `tx`, which can be the transaction that creates the account.
   * @throws Error if the name breaks a rule
   */
  async addIn(tx: EntityManager, accountId: string, name: string): Promise<KeyedApprover> {
    const { keyId: id, secret, key } = generateKey('person');
    const secretHash = hashSecret(secret);
    await tx.insert(Approver, { id, accountId, name: label(name), secretHash });
    return keyed(await this.recorded(tx, 'approvers add', id), key);
  }

  /** Lists the approvers of an account, oldest first, including revoked ones. */
  list(accountId: string): Promise<ApproverFacts[]> {
    return this.approvers.find({
      where: { accountId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Revokes an approver. Within 1 s, every process refuses the key and the sessions of the approver. A second revocation
   * does not change the approver.
   * @throws Error if there is no such approver
   */
  revoke(id: string): Promise<ApproverFacts> {
    return this.database.transaction(async (tx) => {
      const now = { revokedAt: () => 'clock_timestamp()' };
      await tx.update(Approver, { id, revokedAt: IsNull() }, now);
      return this.recorded(tx, 'approvers revoke', id);
    });
  }

  /**
   * Makes a new sign-in key for an approver, who keeps id and name. The old key and all sessions of the approver end at
   * once.
   * @throws Error if there is no such approver, or it is revoked
   */
  rotate(id: string): Promise<KeyedApprover> {
    const { secret, key } = generateKey('person', id);
    return this.database.transaction(async (tx) => {
      const secretHash = hashSecret(secret);
      const change = { secretHash, feedHash: null, rotations: () => 'rotations + 1' };
      await tx.update(Approver, { id, revokedAt: IsNull() }, change);
      const row = await this.recorded(tx, 'approvers rotate', id);
      if (row.revokedAt !== null) throw approverRevoked(id);
      return keyed(row, key);
    });
  }

  /**
   * Finds the approver the address of whose feed ends with a key of these parts; `undefined` if the key is wrong or was
   * replaced, the approver is revoked, or the account is suspended.
   */
  async withFeedKey({ keyId, secret }: KeyParts): Promise<Person | undefined> {
    return this.found(keyId, secret, 'feedHash').then((person) =>
      person?.suspended ? undefined : person,
    );
  }

  /** Finds the approver whose key has these parts; `undefined` if the key is wrong, rotated or revoked. */
  withKey({ keyId, secret }: KeyParts): Promise<Person | undefined> {
    return this.found(keyId, secret, 'secretHash');
  }

  private async found(
    keyId: string,
    secret: string,
    by: 'secretHash' | 'feedHash',
  ): Promise<Person | undefined> {
    const select = { id: true, accountId: true, rotations: true, revokedAt: true, [by]: true };
    const approver = await this.approvers.findOne({ where: { id: keyId }, select });
    // Compares the secret even if there is no approver, so that the time of a refusal does not reveal which ids exist.
    const matches = secretMatches(secret, approver?.[by] ?? NO_HASH);
    if (!approver || !matches || approver.revokedAt !== null) return undefined;
    const { id, accountId, rotations } = approver;
    const { status } = await this.accounts.show(accountId);
    return { approverId: id, accountId, rotations, suspended: status === 'suspended' };
  }

  /** Reads an approver and records what was done to it. @throws Error if there is no such approver */
  private async recorded(tx: EntityManager, action: string, id: string): Promise<Approver> {
    const approver = await tx.findOneBy(Approver, { id });
    if (!approver) throw approverNotFound(id);
    const { accountId, name } = approver;
    await this.actions.record(tx, { action, accountId, details: { approverId: id, name } });
    return approver;
  }
}

/** The hash of no secret. */
const NO_HASH = Buffer.alloc(32);

const keyed = ({ revokedAt: _, ...approver }: Approver, key: string): KeyedApprover => ({
  ...approver,
  key,
});
