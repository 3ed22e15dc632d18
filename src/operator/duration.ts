const DAY = 86_400;
const SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', DAY],
]);
/** A hundred years; what is meant to last longer has no end. */
const MOST_SECONDS = 36_500 * DAY;

/** What a duration looks like, to finish the sentence "… must be". */
export const DURATION_RULE = 'a duration such as 30s, 15m, 24h or 90d';

/** The seconds of a duration such as `90d` (CONTRACT 10); `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS.get(unit) ?? Number.NaN);
  return seconds <= MOST_SECONDS ? seconds : undefined;
}
