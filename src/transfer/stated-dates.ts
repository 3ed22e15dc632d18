import { clock } from '../platform/clock/clock.js';

/** The dates of a document as its file states them; both or none. */
export interface StatedDates {
  readonly firstPublishedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** A key of front matter that an import leaves out, and why. */
export interface LeftOut {
  readonly key: string;
  /** The end of a sentence that begins with the file. */
  readonly message: string;
}

const FIRST = 'date created firstPublishedAt'.split(' ');
const UPDATED = 'lastmod updated'.split(' ');
/** The keys that state dates. */
export const DATE_KEYS: readonly string[] = [...FIRST, ...UPDATED];

const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?[ ]*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads the dates of front matter. If a file states only one date, both dates are this one. A time without a zone is in
 * UTC. A date that does not exist, or is in the future, is left out.
 * @param inName the date in the name of the file, which counts if no key states when the document was first published
 */
export function statedDates(
  fields: Readonly<Record<string, unknown>>,
  inName?: string,
): {
  readonly dates: StatedDates;
  readonly leftOut: readonly LeftOut[];
} {
  const leftOut: LeftOut[] = [];
  // The blog of MkDocs Material has both dates in one key.
  const { date: both } = fields;
  const given =
    typeof both === 'object' && !Array.isArray(both) ? { ...fields, ...both, date: '' } : fields;
  const read = (keys: readonly string[]): Date | null => {
    for (const key of keys) {
      const value = given[key];
      if (value === undefined || value === '') continue;
      const date = dateOf(value);
      if (typeof date !== 'string') return date;
      leftOut.push({
        key,
        message: `${key} was left out: ${typeof value === 'string' ? value : 'its value'} ${date}`,
      });
    }
    return null;
  };
  // An export also has the time of the release.
  const isExport = fields['firstPublishedAt'] !== undefined;
  const named = dateOf(inName);
  const first = read(FIRST) ?? (typeof named === 'string' ? null : named);
  const updated = read(isExport ? [...UPDATED, 'publishedAt'] : UPDATED);
  const firstPublishedAt = first ?? updated;
  const updatedAt = updated && first && updated < first ? first : (updated ?? first);
  return { dates: { firstPublishedAt, updatedAt }, leftOut };
}

/** Returns a date, or the end of a sentence on why a value is none. */
function dateOf(value: unknown): Date | string {
  const [whole, ...parts] = (typeof value === 'string' && DATE.exec(value.trim())) || [];
  if (whole === undefined) return 'is not a date such as 2026-11-21';
  const [year, month, day, hour, minute, second] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const zone = parts[6] ?? 'Z';
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    Math.abs(offset) < 1_440;
  if (!isReal) return 'does not exist';
  const date = new Date(local.getTime() - offset * 60_000);
  return date.getTime() > clock.millis() ? 'is in the future' : date;
}
