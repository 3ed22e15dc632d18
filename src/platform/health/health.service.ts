import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { databaseAway, isReadOnly } from '../database/database-fault.js';
import { Database } from '../database/database.js';
import { MIGRATION_NAMES } from '../database/migrations.js';
import type { Statement } from '../database/statement.js';
import { Lifecycle, type Phase } from '../lifecycle/lifecycle.js';

/** Counts the migrations in $1 that are applied. The UPDATE changes no row, but fails if the database is read-only. */
const COUNT_MIGRATIONS: Statement = {
  name: 'health_migrations',
  text: `
    WITH writable AS (UPDATE publication SET version = version WHERE false)
    SELECT count(*)::integer AS applied FROM migrations WHERE name = ANY ($1::text[])`,
};

interface DatabaseState {
  readonly database: 'reachable' | 'read-only' | 'unreachable';
  readonly migrations: 'applied' | 'missing' | 'unknown';
}

/** Whether a process is ready for requests, and if not, why (contract 12). */
export interface Readiness extends DatabaseState {
  readonly status: 'ready' | 'unavailable';
  readonly process: Phase;
}

/** A database that has not answered after this time counts as unreachable. */
const DATABASE_TIMEOUT_MS = 3_000;
const UNREACHABLE: DatabaseState = { database: 'unreachable', migrations: 'unknown' };
const READ_ONLY: DatabaseState = { database: 'read-only', migrations: 'unknown' };

/** Body of the liveness check, which does not depend on the database. */
export const LIVENESS = { status: 'live' } as const;

/** Reports the state of this process to load balancers and supervisors (contract 12). */
@Injectable()
export class Health {
  /** The query in progress. Calls during this query share the result of the query. */
  private asking: Promise<DatabaseState> | undefined;

  constructor(
    private readonly database: Database,
    private readonly lifecycle: Lifecycle,
  ) {}

  async readiness(): Promise<Readiness> {
    this.asking ??= this.askDatabase();
    const state = await this.asking;
    const { phase } = this.lifecycle;
    const ready = state.migrations === 'applied' && phase === 'running';
    return {
      status: ready ? 'ready' : 'unavailable',
      ...state,
      process: phase,
    };
  }

  private async askDatabase(): Promise<DatabaseState> {
    const timeout = sleep(DATABASE_TIMEOUT_MS, UNREACHABLE, { ref: false });
    const state = await Promise.race([this.databaseState(), timeout]);
    this.asking = undefined;
    return state;
  }

  private async databaseState(): Promise<DatabaseState> {
    try {
      const [row] = await this.database.heartbeat.rows<{ applied: number }>(COUNT_MIGRATIONS, [
        MIGRATION_NAMES,
      ]);
      const applied = row?.applied === MIGRATION_NAMES.length;
      return { database: 'reachable', migrations: applied ? 'applied' : 'missing' };
    } catch (error) {
      if (isReadOnly(error)) return READ_ONLY;
      return databaseAway(error) ? UNREACHABLE : { database: 'reachable', migrations: 'missing' };
    }
  }
}

export const readinessStatus = ({ status }: Readiness): 200 | 503 =>
  status === 'ready' ? 200 : 503;
