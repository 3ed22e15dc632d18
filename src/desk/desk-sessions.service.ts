import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OperatorActions } from '../audit/operator-actions.service.js';
import type { Principal } from '../keys/actor.js';
import type { Person } from '../keys/approvers.service.js';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import {
  END_SESSION,
  END_SESSIONS,
  INSERT_SESSION,
  READ_SESSIONS,
  SET_FEED,
  USE_SESSION,
} from './desk-sessions.statements.js';

/** The session of an approver, who has no scopes. `keyId` is the id of the approver. */
export interface Session extends Omit<Principal, 'suspended' | 'releaseRule'> {
  /** Name of the person, given by the operator. Readers see the name on released documents. */
  readonly name: string;
  /** Number of different approvers who approve a revision of the account before it is released. */
  readonly approvals: number;
  /** Whether the account lets nobody release what they wrote themselves (rule `other-key`). */
  readonly othersRelease: boolean;
  /** Hash of the token in the cookie, by which the database knows the session. */
  readonly session: Buffer;
  /** A token in every form of the session. Other sites do not know the token, so they cannot send valid forms. */
  readonly formToken: string;
}

/** A session as commands show it (contract 10). */
interface SessionFacts {
  readonly accountId: string;
  readonly approverId: string;
  /** Name of the approver. */
  readonly name: string;
  readonly createdAt: Date;
  /** Time of the last request of the session; until the first request, the time of the sign-in. */
  readonly usedAt: Date;
}

const TOKEN_BYTES = 32;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Sessions of the desk; the database holds only the hashes of their tokens (contract 13). */
@Injectable()
export class DeskSessionsService {
  constructor(
    private readonly database: Database,
    private readonly actions: OperatorActions,
  ) {}

  /** Begins a session and returns its token, for the cookie. The service stores only a hash of the token. */
  async begin({ accountId, approverId, rotations }: Person): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.rows(INSERT_SESSION, [hash(token), accountId, approverId, rotations]);
    return token;
  }

  /**
   * Finds the session of a token, and marks the session as used now. Returns `undefined` if no live session has this
   * token.
   */
  async find(token: string): Promise<Session | undefined> {
    const session = hash(token);
    const [row] = await this.database.rows<
      Pick<Session, 'name' | 'keyId' | 'accountId' | 'accountName' | 'approvals' | 'othersRelease'>
    >(USE_SESSION, [session]);
    const formToken = hash(`form ${token}`).toString('base64url');
    return row && { ...row, scopes: [], session, formToken };
  }

  /** Stores the hash of the key of the feed of a session's approver. Returns whether the session is still live. */
  async setFeed({ session }: Session, feedHash: Buffer): Promise<boolean> {
    const rows = await this.database.rows(SET_FEED, [session, feedHash]);
    return rows.length > 0;
  }

  async end(token: string): Promise<void> {
    await this.database.rows(END_SESSION, [hash(token)]);
  }

  /**
   * Reads the live sessions of an account, newest first. If `accountId` is `null`, reads the sessions of all accounts.
   */
  list(accountId: string | null): Promise<SessionFacts[]> {
    return this.database.rows(READ_SESSIONS, [accountId]);
  }

  /** Ends all sessions of an account. If `accountId` is `null`, ends the sessions of all accounts. */
  async endAll(accountId: string | null): Promise<{ readonly ended: number }> {
    return this.database.transaction(async (tx) => {
      const { length: ended } = await run(tx, END_SESSIONS, [accountId]);
      await this.actions.record(tx, { action: 'desk sign-out', accountId, details: {} });
      return { ended };
    });
  }
}
