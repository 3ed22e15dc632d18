-- Generated from src/quota/quota.sql.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- quota_read_usage
  WITH a AS (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $2::integer ELSE $3::integer END) AS daily_limit
FROM account WHERE id = ANY ($1::uuid[]))
  SELECT
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset", coalesce(d.used, 0) AS used FROM a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date;

-- quota_read_days_before
SELECT to_char(b.day, 'YYYY-MM-DD') AS day, coalesce(d.used, 0) AS used
FROM generate_series((now()::timestamptz(3) AT TIME ZONE 'UTC')::date - $2::integer, (now()::timestamptz(3) AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS b (day)
LEFT JOIN daily_usage d ON d.account_id = $1 AND d.day = b.day::date
ORDER BY b.day;
