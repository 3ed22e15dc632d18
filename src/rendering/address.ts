import { parsedUrl } from '../platform/validation/rule.js';

export interface Address {
  readonly href: string;
  /** In lower case with the colon, such as `https:`; `null` if the address is on the site. */
  readonly scheme: string | null;
}

const SITE = new URL('https://site.invalid/');

/** Matches an address with a colon in its first segment. Such an address is not relative (RFC 3986, 4.2). */
const LOOKS_LIKE_SCHEME = /^[^/?#]*:/;

/**
 * Parses an address as browsers do (WHATWG URL): `//host` becomes `https://host`. Returns `undefined` if the address is
 * invalid.
 */
export function readAddress(written: string): Address | undefined {
  if (LOOKS_LIKE_SCHEME.test(written)) {
    const scheme = parsedUrl(written)?.protocol;
    return scheme === undefined
      ? undefined
      : { href: scheme + written.slice(written.indexOf(':') + 1), scheme };
  }
  // Every heading has such a link, and every fragment is valid.
  if (written.startsWith('#')) return { href: written, scheme: null };
  const url = parsedUrl(written, SITE.href);
  if (!url) return undefined;
  return url.host === SITE.host
    ? { href: written, scheme: null }
    : { href: url.href, scheme: url.protocol };
}
