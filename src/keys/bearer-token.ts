/** RFC 6750 2.1; the scheme's name is case-insensitive (RFC 9110 11.1). */
const CREDENTIALS = /^Bearer +(\S+)$/i;

/**
 * The token of an `Authorization` header. `undefined` if there is none to judge: no header, or one of
 * another scheme; the empty text, which no key is, if the scheme is right and the rest is not.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Bearer\b/i.test(authorization)) return undefined;
  return CREDENTIALS.exec(authorization)?.[1] ?? '';
}
