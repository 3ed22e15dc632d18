import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids/ids.js';
import { OperatorAction } from './operator-action.entity.js';

/** The user of this process, by name; in a container it may have only a number. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // No entry in the passwd file for this uid: usual under `docker run --user`.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

@Injectable()
export class OperatorActions {
  /** Records an action in the transaction that does it, so that neither is there without the other. */
  async record(
    tx: EntityManager,
    action: Pick<OperatorAction, 'action' | 'accountId' | 'details'>,
  ): Promise<void> {
    await tx.insert(OperatorAction, { ...action, id: newId(), operator: loginName() });
  }
}
