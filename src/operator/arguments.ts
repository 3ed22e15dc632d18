import { InvalidArgumentError } from 'commander';
import type { Since } from '../audit/audit-trail.service.js';
import { MAX_APPROVALS } from '../accounts/account-facts.js';
import { approverNotFound, keyNotFound } from '../keys/keys.errors.js';
import { isKeyId } from '../keys/key-secret.js';
import { orderedScopes, type Scope, SCOPES } from '../keys/scope.js';
import type { Author } from '../documents/document.js';
import { origin } from '../platform/config/setting.js';
import { MAX_DAILY_WRITES } from '../platform/config/settings.js';
import { MAX_VERSION, readId } from '../platform/ids/ids.js';
import { labelFault } from '../platform/validation/label.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { textRule } from '../platform/validation/rule.js';

const DAY = 86_400;
const SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', DAY],
]);
/** The longest accepted duration: a hundred years. For a key that must last longer, leave out the expiry. */
const MAX_SECONDS = 36_500 * DAY;

/** The end of a message that begins with "It must be". */
const DURATION_RULE = 'a duration such as 30s, 15m, 24h or 90d';

/**
 * Converts a duration such as `90d` to seconds (contract 10); `undefined` if the text has another form or the duration
 * exceeds `MAX_SECONDS`.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS.get(unit) ?? Number.NaN);
  return seconds <= MAX_SECONDS ? seconds : undefined;
}

// The functions below parse the text of an argument or option for commander. An invalid text is reported before any
// service starts, as wrong usage (exit status 2). Only `keyIdArgument` and `approverIdArgument` report an invalid text as
// an unknown id (exit status 1).

const MAX_DAYS = 3_650;
/** The form of a time in RFC 3339, section 5.6. The hour is at most 23, because `Date` also reads 24. */
const RFC_3339 =
  /^\d{4}-\d\d-\d\d[Tt ](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

const reasonRule = textRule({ min: 1, max: 500, oneLine: true, visible: true });

function refuse(rule: string): never {
  throw new InvalidArgumentError(`It must be ${rule}.`);
}

/** Parses the id or the name of an account. `program.ts` finds the account before the command runs. */
export const accountIdArgument = (text: string): string => readId(text) ?? nameArgument(text);

export const publicationIdArgument = (text: string): string =>
  readId(text) ?? refuse('the id of a publication');

export const localeArgument = (text: string): string =>
  canonicalLocale(text) ?? refuse('a locale such as en, pt-BR or zh-Hant');

export const originArgument = (text: string): string =>
  origin(text) ?? refuse('the origin of the service, such as https://publish.example');

export function revisionArgument(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return version >= 1 && version <= MAX_VERSION
    ? version
    : refuse('the number of a revision (1 or higher)');
}

/** @throws Error for a malformed id, so that scripts get the same answer as for an id that no key has */
export function keyIdArgument(text: string): string {
  if (isKeyId(text)) return text;
  throw keyNotFound(text);
}

/** @throws Error for a malformed id, as `keyIdArgument` does */
export function approverIdArgument(text: string): string {
  if (isKeyId(text)) return text;
  throw approverNotFound(text);
}

export function nameArgument(text: string): string {
  const fault = labelFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(`It ${fault}.`);
  return text;
}

/** Parses the number of approvals that a release needs. */
export function approvalsArgument(text: string): number {
  const approvals = /^\d$/.test(text) ? Number(text) : 0;
  return approvals >= 1 && approvals <= MAX_APPROVALS
    ? approvals
    : refuse(`a whole number from 1 to ${MAX_APPROVALS}`);
}

/** Parses a daily limit; `null` for "default", which is the limit of the plan. */
export function limitArgument(text: string): number | null {
  if (text === 'default') return null;
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= MAX_DAILY_WRITES
    ? limit
    : refuse(`a whole number up to ${MAX_DAILY_WRITES}, or default`);
}

export function scopesArgument(text: string): Scope[] {
  const named = text.split(',').map((part) => part.trim());
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  const all = named.every((part) => scopes.some((scope) => scope === part));
  return all
    ? orderedScopes(scopes)
    : refuse(`one or more of ${SCOPES.join(', ')}, separated by commas`);
}

/** Parses a grace period into seconds; 0 needs no unit. */
export const graceArgument = (text: string): number =>
  text === '0' ? 0 : (parseDuration(text) ?? refuse(`0 or ${DURATION_RULE}`));

/** Parses a lifetime into seconds, at least 1: a key with a lifetime of 0 would be useless. */
export const lifetimeArgument = (text: string): number =>
  parseDuration(text) || refuse(DURATION_RULE);

/** Parses the number of days in a chart: at most ten years. */
export function daysArgument(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : refuse(`a whole number from 1 to ${MAX_DAYS}`);
}

/** Whether `text` is a UTC date. This is false for 30 February, which `Date` reads as a day in March. */
function isDate(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === `${text}T00:00:00.000Z`;
}

/** Parses an RFC 3339 time, a UTC date, or a duration, which counts back from now. */
export function sinceArgument(text: string): Since {
  const secondsAgo = parseDuration(text);
  if (secondsAgo !== undefined) return { secondsAgo };
  const time = new Date(text.replace(' ', 'T').toUpperCase());
  const isMoment = RFC_3339.test(text) && isDate(text.slice(0, 10));
  if ((isMoment || isDate(text)) && !Number.isNaN(time.getTime())) return { time };
  return refuse(
    `a date such as 2026-11-21 (UTC), an RFC 3339 time such as 2026-11-21T08:00:00Z, or ${DURATION_RULE}`,
  );
}

/** Parses a reason for the audit, or a notice for readers. */
export const reasonArgument = (text: string): string =>
  reasonRule(text) === undefined ? text : refuse('one line of 1 to 500 characters');

/** Parses `KIND:NAME`, such as `person:Ada`, by the rules of the field `author` (contract 2). */
export function authorArgument(text: string): Author {
  const [, kind, name = ''] = /^([a-z0-9_-]{1,40}):(.*)$/s.exec(text) ?? [];
  return kind !== undefined && labelFault(name) === undefined
    ? { kind, name: name.trim() }
    : refuse('KIND:NAME, such as person:Ada or organization:Ministry');
}
