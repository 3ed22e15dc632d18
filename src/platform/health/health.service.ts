import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { databaseAway } from '../database/database-fault.js';
import { MIGRATION_NAMES } from '../database/migrations.js';
import { Lifecycle, type Phase } from '../lifecycle/lifecycle.js';
import { COUNT_MIGRATIONS } from './health.statements.js';

interface DatabaseState {
  readonly database: 'reachable' | 'unreachable';
  readonly migrations: 'applied' | 'missing' | 'unknown';
}

/** Whether a process may be sent requests, and what keeps it from that (CONTRACT 12). */
export interface Readiness extends DatabaseState {
  readonly status: 'ready' | 'unavailable';
  readonly process: Phase;
}

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
    private readonly lifecycle: Lifecycle,
  ) {}

  /** Says that the process is up, with the database or without. */
  liveness(): { readonly status: 'live' } {
    return { status: 'live' };
  }

  async readiness(): Promise<Readiness> {
    this.asking ??= this.askDatabase();
    const state = await this.asking;
    const { phase } = this.lifecycle;
    const ready = state.migrations === 'applied' && phase === 'running';
    return { status: ready ? 'ready' : 'unavailable', ...state, process: phase };
  }

  private async askDatabase(): Promise<DatabaseState> {
    const patience = sleep(PATIENCE_MS, UNREACHABLE, { ref: false });
    const state = await Promise.race([this.databaseState(), patience]);
    this.asking = undefined;
    return state;
  }

  private async databaseState(): Promise<DatabaseState> {
    try {
      const [row] = await this.database.rows<{ applied: number }>(COUNT_MIGRATIONS, [
        MIGRATION_NAMES,
      ]);
      const applied = row?.applied === MIGRATION_NAMES.length;
      return { database: 'reachable', migrations: applied ? 'applied' : 'missing' };
    } catch (error) {
      return databaseAway(error) ? UNREACHABLE : { database: 'reachable', migrations: 'missing' };
    }
  }
}

/** The HTTP status of a readiness. */
export const readinessStatus = ({ status }: Readiness): 200 | 503 =>
  status === 'ready' ? 200 : 503;
