import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids/ids.js';
import { OperatorAction } from './operator-action.entity.js';

/** Returns the login name of the user who runs this process; `uid` and the user's number if there is no name. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // This uid has no passwd entry, which is usual under `docker run --user`.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

@Injectable()
export class OperatorActions {
  /** Records an action in the transaction that carries out the action, so that both are committed or neither is. */
  async record(
    tx: EntityManager,
    action: Pick<OperatorAction, 'action' | 'accountId' | 'details'>,
  ): Promise<void> {
    await tx.insert(OperatorAction, { ...action, id: newId(), operator: loginName() });
  }
}
