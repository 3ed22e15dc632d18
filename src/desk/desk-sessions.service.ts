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

/** Whoever is signed in, and with whose key. */
export interface Session extends Omit<Principal, 'suspended' | 'releaseRule'> {
  /** What readers see of the person. */
  readonly name: string;
  /** What every form of the session carries. */
  readonly formToken: string;
}

const TOKEN_BYTES = 32;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The sessions of the desk; the database holds the hashes of their tokens alone (contract 13). */
@Injectable()
export class DeskSessionsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(DeskSession) private readonly sessions: Repository<DeskSession>,
    private readonly actions: OperatorActions,
  ) {}

  /** Signs a person in; gives the token for the cookie, which is nowhere else. */
  async begin({ accountId, keyId }: Principal, name: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.rows(INSERT_SESSION, [hash(token), accountId, keyId, name]);
    return token;
  }

  /** The session of a token; `undefined`: it has ended, or never was. */
  async find(token: string): Promise<Session | undefined> {
    const [row] = await this.database.rows<Omit<Session, 'formToken'>>(USE_SESSION, [hash(token)]);
    return row && { ...row, formToken: hash(`form ${token}`).toString('base64url') };
  }

  async end(token: string): Promise<void> {
    await this.database.rows(END_SESSION, [hash(token)]);
  }

  /** Who is signed in; `null`: for any account. */
  list(accountId: string | null): Promise<Omit<DeskSession, 'tokenHash'>[]> {
    return this.database.rows(READ_SESSIONS, [accountId]);
  }

  /** Signs everybody of an account out, or everybody; `null`: of any account. */
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
