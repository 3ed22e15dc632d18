import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import type { Principal } from '../keys/actor.js';
import { Database } from '../platform/database/database.js';
import { DeskSession } from './desk-session.entity.js';
import {
  END_SESSION,
  INSERT_SESSION,
  READ_SESSIONS,
  USE_SESSION,
} from './desk-sessions.statements.js';

/** The session of a signed-in person. It has the account, id and scopes of the key with which the person signed in. */
export interface Session extends Omit<Principal, 'suspended' | 'releaseRule'> {
  /** Name of the person. Readers see the name on released documents. */
  readonly name: string;
  /** Hash of the token in the cookie, by which the database knows the session. */
  readonly session: Buffer;
  /** A token in every form of the session. Other sites do not know the token, so they cannot send valid forms. */
  readonly formToken: string;
}

const TOKEN_BYTES = 32;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Sessions of the desk; the database holds only the hashes of their tokens (contract 13). */
@Injectable()
export class DeskSessionsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(DeskSession) private readonly sessions: Repository<DeskSession>,
    private readonly actions: OperatorActions,
  ) {}

  /** Begins a session and returns its token, for the cookie. The service stores only a hash of the token. */
  async begin({ accountId, keyId }: Principal, name: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.rows(INSERT_SESSION, [hash(token), accountId, keyId, name]);
    return token;
  }

  /**
   * Finds the session of a token, and marks the session as used now. Returns `undefined` if no live session has this
   * token.
   */
  async find(token: string): Promise<Session | undefined> {
    const session = hash(token);
    const [row] = await this.database.rows<Omit<Session, 'session' | 'formToken'>>(USE_SESSION, [
      session,
    ]);
    return row && { ...row, session, formToken: hash(`form ${token}`).toString('base64url') };
  }

  async end(token: string): Promise<void> {
    await this.database.rows(END_SESSION, [hash(token)]);
  }

  /**
   * Reads the live sessions of an account, newest first. If `accountId` is `null`, reads the sessions of all accounts.
   */
  list(accountId: string | null): Promise<Omit<DeskSession, 'tokenHash'>[]> {
    return this.database.rows(READ_SESSIONS, [accountId]);
  }

  /** Ends all sessions of an account. If `accountId` is `null`, ends the sessions of all accounts. */
  async endAll(accountId: string | null): Promise<{ readonly ended: number }> {
    return this.sessions.manager.transaction(async (tx) => {
      const { affected } = await tx
        .createQueryBuilder()
        .delete()
        .from(DeskSession)
        .where(accountId === null ? 'true' : { accountId })
        .execute();
      await this.actions.record(tx, { action: 'desk sign-out', accountId, details: {} });
      return { ended: affected ?? 0 };
    });
  }
}
