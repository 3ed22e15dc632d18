import { dailyLimit, TODAY } from './quota-columns.js';

/**
 * The account `a` as part of a statement that spends: no row where it may spend nothing today, so
 * that whatever reads it does nothing. Others may spend the last unit in between: see `takenUnit`. `before`
 * is a part of one row that is read first.
 */
export const spendingAccount = (
  id: string,
  free: string,
  upgraded: string,
  before: string,
): string => `
  a AS (
    SELECT a.id, a.plan, a.status, a.daily_limit
    FROM ${before}
    CROSS JOIN (SELECT *, ${dailyLimit(free, upgraded)} AS daily_limit FROM account WHERE id = ${id}) a
    LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = ${TODAY}
    WHERE a.status = 'active' AND coalesce(d.used, 0) < a.daily_limit
  )`;

/**
 * Takes a unit for each row of `paidFor`, of which there is one: under the lock of the day's row, so
 * that no unit is taken beyond the limit. No row comes back where none was left.
 */
export const takenUnit = (paidFor: string): string => `
  unit AS (
    INSERT INTO daily_usage AS d (account_id, day, used)
    SELECT a.id, ${TODAY}, 1 FROM a, ${paidFor}
    ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
      WHERE d.used < (SELECT daily_limit FROM a)
    RETURNING used
  )`;
