import { isIP } from 'node:net';
import { parsedUrl } from '../validation/rule.js';

/** One environment variable: its rule, in words and in code, and its default (contract 11). */
export interface Setting<T> {
  readonly name: string;
  /** Ends the sentence "PORT=x is not valid: it must be …". */
  readonly rule: string;
  /** The value if the variable is absent. The default is a function if this value depends on other settings. */
  readonly default: T | ((others: Readonly<Record<string, unknown>>) => T);
  /**
   * True if the value may contain a password. Messages then mask the value, and the variable `NAME_FILE` can name a
   * file that contains the value.
   */
  readonly secret?: boolean;
  /** Returns the value; `undefined` if the text breaks the rule. */
  parse(text: string): T | undefined;
  /** Says more about a value that breaks the rule, in a sentence without its final stop; empty if there is no more. */
  explain?(text: string): string;
}

type Default<T> = Setting<T>['default'];

/**
 * Returns the value of a `…_FILE` variable for a message. A value that does not look like a path is masked, because it
 * may be the secret itself.
 */
export const shownPath = (value: string): string =>
  /^\/|\./.test(value) && !/[\r\n=@]|:\/\//.test(value) ? value : '***';

export const integer = (
  name: string,
  min: number,
  max: number,
  value: Default<number>,
): Setting<number> => ({
  name,
  rule: `a whole number from ${min} to ${max}`,
  default: value,
  parse: (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  },
});

export const oneOf = <const T extends string>(
  name: string,
  words: readonly T[],
  value: NoInfer<T>,
): Setting<T> => ({
  name,
  rule: `one of ${words.join(', ')}`,
  default: value,
  parse: (text) => words.find((word) => word === text),
});

export const text = (
  name: string,
  rule: string,
  check: (value: string) => boolean,
  value: Default<string>,
): Setting<string> => ({
  name,
  rule,
  default: value,
  parse: (given) => (check(given) ? given : undefined),
});

/**
 * Makes a setting that is a comma-separated list of at least one item. `parse` reads each item. Empty items are
 * ignored.
 */
export const list = <T extends readonly string[] | null>(
  name: string,
  rule: string,
  parse: (part: string) => string | undefined,
  value: T,
): Setting<readonly string[] | T> => ({
  name,
  rule: `${rule}, separated by commas`,
  default: value,
  parse: (given) => {
    const parts = given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse);
    return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : undefined;
  },
});

/** Makes a setting with the address of a PostgreSQL database; `null` if the variable is absent. */
export const postgresUrl = (name: string): Setting<string | null> => ({
  name,
  rule: 'a postgres:// or postgresql:// address',
  default: null,
  secret: true,
  parse: (given) => (/^postgres(ql)?:$/.test(parsedUrl(given)?.protocol ?? '') ? given : undefined),
});

export const host = (name: string, value: Default<string>): Setting<string> =>
  text(name, 'a host name or address', (given) => /^[\w.:-]+$/.test(given), value);

/** Returns the origin of an http or https address, without a final slash; `undefined` for any other text. */
export function origin(value: string): string | undefined {
  const url = parsedUrl(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    return undefined;
  if (url.hostname.includes('*')) return undefined;
  return url.pathname === '/' && url.search === '' && url.hash === '' && !/[?#]/.test(value)
    ? url.origin
    : undefined;
}

/**
 * Parses a value for Express's `trust proxy`. Returns `undefined` for every other text, because Express may throw an
 * error on such a text.
 */
export function trustedProxies(value: string): boolean | number | string | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = value.split(',').map((proxy) => proxy.trim());
  return proxies.every(isProxy) ? proxies.join(',') : undefined;
}

/** Whether a text is an IP address, a subnet, or one of Express's names for subnets. */
function isProxy(value: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(value)) return true;
  const [address = '', bits = '1', ...rest] = value.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest;
}
