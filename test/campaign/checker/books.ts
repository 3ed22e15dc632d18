import { sql } from '../../setup/sql.js';
import { acceptance, type Intent } from '../history.js';
import type { CampaignAccount } from '../accounts.js';

/** An accepted write in the database. */
export interface AuditRow {
  readonly account: string;
  readonly key: string;
  readonly operation: string;
  readonly id: string;
  readonly version: number;
  /** The UTC day of the write. */
  readonly day: string;
}

/**
 * Returns whether an intent uses no unit. A decision to send a version back uses no unit, because such a decision is
 * not an accepted write.
 */
const isFree = ({ order }: Intent): boolean => order.operation === 'send back';

/**
 * Reads the audit rows of a round. The idempotency keys of the desk do not contain the round. So the query finds the
 * rows of the desk by the keys of the intents.
 */
export const auditOf = (
  databaseUrl: string,
  round: number,
  intents: readonly Intent[],
): Promise<AuditRow[]> =>
  sql<AuditRow>(
    databaseUrl,
    `SELECT account_id AS account, idempotency_key AS key, operation, publication_id AS id, version,
            (created_at AT TIME ZONE 'UTC')::date::text AS day
     FROM accepted_write WHERE idempotency_key LIKE $1 OR idempotency_key = ANY ($2)`,
    [`r${round}-%`, intents.map(({ order }) => order.idempotencyKey)],
  );

/** Checks that the audit of a round has one row for each accepted write, and no other rows. */
export function checkAudit(rows: readonly AuditRow[], intents: readonly Intent[]): string[] {
  const found = rows.map(({ account, key, operation, id, version }) =>
    [account, key, operation, id, version].join(' '),
  );
  const told = intents.flatMap((intent) => {
    const reply = acceptance(intent);
    if (!reply || isFree(intent)) return [];
    const { account, order } = intent;
    const { idempotencyKey, operation } = order;
    return [
      [account.accountId, idempotencyKey, operation, reply.body.id, reply.body.version].join(' '),
    ];
  });
  return [
    ...told.filter((line) => !found.includes(line)).map((line) => `not in the audit: ${line}`),
    ...found.filter((line) => !told.includes(line)).map((line) => `in the audit only: ${line}`),
    ...(new Set(found).size === found.length ? [] : ['twice in the audit']),
  ];
}

/** Counts of accepted writes by account and day, from the responses. */
export class Units {
  private readonly byDay = new Map<string, number>();

  /**
   * Counts the accepted writes of a round. Takes the day of each write from its audit row, because MCP answers
   * contain no time.
   */
  count(rows: readonly AuditRow[], intents: readonly Intent[]): void {
    const days = new Map(rows.map(({ account, key, day }) => [`${account} ${key}`, day]));
    const paid = intents.filter((intent) => acceptance(intent) && !isFree(intent));
    for (const { account, order } of paid) {
      const day = days.get(`${account.accountId} ${order.idempotencyKey}`) ?? 'no record';
      const name = `${account.accountId} ${day}`;
      this.byDay.set(name, (this.byDay.get(name) ?? 0) + 1);
    }
  }

  /** Checks that the charged units equal the accepted writes, and do not exceed the limits. */
  async check(databaseUrl: string, accounts: readonly CampaignAccount[]): Promise<string[]> {
    const rows = await sql<{ name: string; used: number; limit: number }>(
      databaseUrl,
      `SELECT account_id || ' ' || day AS name, used, daily_write_limit AS limit
       FROM daily_usage JOIN account ON account.id = account_id WHERE account_id = ANY ($1)`,
      [accounts.map(({ accountId }) => accountId)],
    );
    const charged = new Map(rows.map(({ name, used }) => [name, used]));
    return [
      ...[...new Set([...charged.keys(), ...this.byDay.keys()])]
        .filter((name) => charged.get(name) !== this.byDay.get(name))
        .map((name) => `${name}: ${charged.get(name)} units, ${this.byDay.get(name)} writes`),
      ...rows
        .filter(({ used, limit }) => used > limit)
        .map(({ name, used, limit }) => `${name}: ${used} units of ${limit}`),
    ];
  }
}

/**
 * Raises the limits of the accounts that should reach their limits, so that these accounts have units for the next
 * round.
 */
export async function openBooks(
  databaseUrl: string,
  accounts: readonly CampaignAccount[],
): Promise<void> {
  for (const { accountId, unitsARound } of accounts) {
    if (unitsARound === null) continue;
    await sql(
      databaseUrl,
      `UPDATE account SET daily_write_limit = $2 + coalesce((
         SELECT max(used) FROM daily_usage WHERE account_id = $1), 0)
       WHERE id = $1`,
      [accountId, unitsARound],
    );
  }
}
