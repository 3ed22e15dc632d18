import type { ShownPage } from './shown-page.js';

/**
 * Pattern of a picture of this service in the HTML of a page. The pattern never matches text of an author, because `<`
 * is escaped in such text.
 */
const ADDRESS = /<img src="(\/pictures\/([0-9a-f]{64})-\d+\.\w+)"/g;

/**
 * Makes the Markdown of a page, with public addresses instead of picture names. A picture name consists of `picture:`
 * and a SHA-256. The SHA-256 in the address keeps the upper or lower case of each letter in the name. Therefore a
 * checker can restore the signed text.
 */
export function withPictureAddresses(
  { markdown, html }: Pick<ShownPage, 'markdown' | 'html'>,
  baseUrl: string,
): string {
  const addresses = new Map<string, string>();
  for (const [, path, sha256] of html.matchAll(ADDRESS)) {
    addresses.set(sha256!, baseUrl + path!);
  }
  if (addresses.size === 0) return markdown;
  return markdown.replaceAll(/picture:([0-9a-fA-F]{64})/g, (name, written: string) => {
    const sha256 = written.toLowerCase();
    return addresses.get(sha256)?.replace(sha256, written) ?? name;
  });
}
