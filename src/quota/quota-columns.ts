import { timestampText } from '../platform/database/timestamp-text.js';

/** The UTC day on which the transaction began, by the clock of the database (CONTRACT 5). */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const MIDNIGHT = `((${TODAY} + 1)::timestamp AT TIME ZONE 'UTC')`;

/** The daily limit of an account: its own or that of its plan, each a parameter. */
export const dailyLimit = (free: string, upgraded: string): string =>
  `coalesce(daily_write_limit, CASE plan WHEN 'free' THEN ${free}::integer ELSE ${upgraded}::integer END)`;

/** The columns of a `UsageRow` without `used`; `a` is the account with its limit. */
export const QUOTA_COLUMNS = `
  a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
  ${timestampText(MIDNIGHT)} AS "resetsAt",
  ceil(extract(epoch FROM ${MIDNIGHT} - now()))::integer AS "secondsToReset"`;
