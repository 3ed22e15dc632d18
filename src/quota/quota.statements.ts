import type { Statement } from '../platform/database/statement.js';
import { dailyLimit, QUOTA_COLUMNS, TODAY } from './quota-columns.js';
import { takenUnit } from './unit-parts.js';

/** $1 account ids, $2 and $3 the limits of the plans. */
const ALLOWANCE = `
  SELECT id, plan, status, ${dailyLimit('$2', '$3')} AS daily_limit
  FROM account WHERE id = ANY ($1::uuid[])`;

/** The limit is read in the statement that spends, so a change of plan holds for the next write. */
export const TAKE_UNIT: Statement = {
  name: 'quota_take_unit',
  text: `
    WITH a AS (${ALLOWANCE}), spender AS (
      SELECT FROM a WHERE daily_limit > 0 AND status = 'active'
    ), ${takenUnit('spender')}
    SELECT ${QUOTA_COLUMNS}, (SELECT used FROM unit) AS used FROM a`,
};

export const READ_USAGE: Statement = {
  name: 'quota_read_usage',
  text: `
    WITH a AS (${ALLOWANCE})
    SELECT ${QUOTA_COLUMNS}, coalesce(d.used, 0) AS used
    FROM a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = ${TODAY}`,
};

/** What an account used on each of the $2 days before today, oldest first. */
export const READ_DAYS_BEFORE: Statement = {
  name: 'quota_read_days_before',
  text: `
    SELECT to_char(b.day, 'YYYY-MM-DD') AS day, coalesce(d.used, 0) AS used
    FROM generate_series(${TODAY} - $2::integer, ${TODAY} - 1, interval '1 day') AS b (day)
    LEFT JOIN daily_usage d ON d.account_id = $1 AND d.day = b.day::date
    ORDER BY b.day`,
};
