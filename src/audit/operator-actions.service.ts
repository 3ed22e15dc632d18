import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids/ids.js';
import { OperatorAction } from './operator-action.entity.js';

/** Name of the user of this process, or its number if it has no name. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // No passwd entry for this uid, as usual under `docker run --user`.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

@Injectable()
export class OperatorActions {
  /** Records an action in the transaction that does it, so that neither exists without the other. */
  async record(
    tx: EntityManager,
    action: Pick<OperatorAction, 'action' | 'accountId' | 'details'>,
  ): Promise<void> {
    await tx.insert(OperatorAction, { ...action, id: newId(), operator: loginName() });
  }
}
