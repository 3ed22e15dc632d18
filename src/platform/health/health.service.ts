import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { databaseAway } from '../database/database-fault.js';
import { MIGRATION_NAMES } from '../database/migrations.js';
import { Shutdown } from '../shutdown/shutdown.js';
import { COUNT_MIGRATIONS } from './health.statements.js';

/** Whether a process may be sent requests, and what keeps it from that (CONTRACT 12). */
export interface Readiness {
  readonly status: 'ready' | 'unavailable';
  readonly database: 'reachable' | 'unreachable';
  readonly migrations: 'applied' | 'missing' | 'unknown';
  readonly shuttingDown: boolean;
}

type DatabaseState = Pick<Readiness, 'database' | 'migrations'>;

/** A database that takes longer than this to answer is not there. */
const PATIENCE_MS = 3_000;
const UNREACHABLE: DatabaseState = { database: 'unreachable', migrations: 'unknown' };

/** The state of this process, for balancers and supervisors (CONTRACT 12). */
@Injectable()
export class Health {
  /** One question to the database at a time, however many ask. */
  private asking: Promise<DatabaseState> | undefined;

  constructor(
    private readonly database: Database,
    private readonly shutdown: Shutdown,
  ) {}

  async readiness(): Promise<Readiness> {
    this.asking ??= this.askDatabase().finally(() => {
      this.asking = undefined;
    });
    const state = await this.asking;
    const shuttingDown = this.shutdown.begun;
    const ready = state.migrations === 'applied' && !shuttingDown;
    return { status: ready ? 'ready' : 'unavailable', ...state, shuttingDown };
  }

  private askDatabase(): Promise<DatabaseState> {
    return Promise.race([this.databaseState(), sleep(PATIENCE_MS, UNREACHABLE, { ref: false })]);
  }

  private async databaseState(): Promise<DatabaseState> {
    try {
      const [row] = await this.database.rows<{ applied: number }>(COUNT_MIGRATIONS, [
        MIGRATION_NAMES,
      ]);
      const migrations = row?.applied === MIGRATION_NAMES.length ? 'applied' : 'missing';
      return { database: 'reachable', migrations };
    } catch (error) {
      return databaseAway(error) ? UNREACHABLE : { database: 'reachable', migrations: 'missing' };
    }
  }
}
