import { type Statement, timestampText } from '../platform/database/statement.js';

/**
 * Start time of the transaction, rounded to ms like stored times. Without rounding, a write just before midnight could
 * use a unit of one day and be stored with a time of the next day.
 */
const NOW = `now()::timestamptz(3)`;
/** The UTC day on which the transaction began, by the clock of the database (contract 5). */
export const TODAY = `(${NOW} AT TIME ZONE 'UTC')::date`;
const MIDNIGHT = `((${TODAY} + 1)::timestamp AT TIME ZONE 'UTC')`;

/**
 * Makes SQL for the daily limit of an account: the account's own limit, or the limit of its plan. `free` and `upgraded`
 * are SQL for the limits of the plans.
 */
const dailyLimit = (free: string, upgraded: string): string =>
  `coalesce(daily_write_limit, CASE plan WHEN 'free' THEN ${free}::integer ELSE ${upgraded}::integer END)`;

/**
 * Makes SQL for the accounts that meet `condition`, with their daily limit. Other SQL calls the result `a`. `free` and
 * `upgraded` are SQL for the limits of the plans.
 */
export const allowance = (free: string, upgraded: string, condition: string): string => `
  SELECT id, plan, status, release_rule, approvals, checks, ${dailyLimit(free, upgraded)} AS daily_limit
  FROM account WHERE ${condition}`;

/** Joins today's row of usage as `d` to account `a`. The columns of `d` are NULL if the account has no such row. */
export const USAGE_TODAY = `LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = ${TODAY}`;

/** The columns of a `UsageRow`, except `used`. */
export const QUOTA_COLUMNS = `
  a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
  ${timestampText(MIDNIGHT)} AS "resetsAt",
  ceil(extract(epoch FROM ${MIDNIGHT} - ${NOW}))::integer AS "secondsToReset"`;

/**
 * Whether account `a` may take a unit. `takenUnit` repeats this check, because another write can take the last unit
 * between the two checks.
 */
export const MAY_TAKE_UNIT = `a.status = 'active' AND coalesce(d.used, 0) < a.daily_limit`;

/** Takes a unit if table `paidFor` has a row. Locks the usage row of the day. If no unit is left, returns no row. */
export const takenUnit = (paidFor: string): string => `
  INSERT INTO daily_usage AS d (account_id, day, used)
  SELECT a.id, ${TODAY}, 1 FROM a, ${paidFor}
  ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
    WHERE d.used < (SELECT daily_limit FROM a)
  RETURNING used`;

/**
 * Replaces `takenUnit` in the writes of operators. This SQL only reads the usage, because the writes of operators use
 * no unit.
 */
export const unpaidUnit = (paidFor: string): string => `
  SELECT coalesce(d.used, 0) AS used FROM ${paidFor} CROSS JOIN a ${USAGE_TODAY}`;

/** Usage of the accounts $1. The parameters $2 and $3 are the limits of the plans. */
export const READ_USAGE: Statement = {
  name: 'quota_read_usage',
  text: `
    WITH a AS (${allowance('$2', '$3', 'id = ANY ($1::uuid[])')})
    SELECT ${QUOTA_COLUMNS}, coalesce(d.used, 0) AS used FROM a ${USAGE_TODAY}`,
};

/** The usage of an account on each of the $2 days before today, oldest first. */
export const READ_DAYS_BEFORE: Statement = {
  name: 'quota_read_days_before',
  text: `
    SELECT to_char(b.day, 'YYYY-MM-DD') AS day, coalesce(d.used, 0) AS used
    FROM generate_series(${TODAY} - $2::integer, ${TODAY} - 1, interval '1 day') AS b (day)
    LEFT JOIN daily_usage d ON d.account_id = $1 AND d.day = b.day::date
    ORDER BY b.day`,
};
