import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids/ids.js';
import { OperatorAction } from './operator-action.entity.js';

/** Who runs this process, as the operating system knows them; in a container that may be a number. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // No entry in the passwd file for this uid: usual under `docker run --user`.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** What there is to remember of one operator's command. */
export interface RecordedAction {
  /** The name of the command, such as `keys revoke`. */
  readonly action: string;
  /** The account that it was done to, if it was one. */
  readonly accountId: string | null;
  /** What it was done to and with; never a secret (CONTRACT 7). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The audit of operators. */
@Injectable()
export class OperatorActions {
  /** Records an action in the transaction that does it, so that neither is there without the other. */
  async record(tx: EntityManager, { action, accountId, details }: RecordedAction): Promise<void> {
    await tx.insert(OperatorAction, {
      id: newId(),
      action,
      operator: loginName(),
      accountId,
      details,
    });
  }
}
