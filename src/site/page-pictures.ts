import type { MadePage } from './shown-page.js';

/** The address of a picture in the HTML of a page, which nothing else of it can look like: text has no tags. */
const ADDRESS = /<img src="(\/pictures\/([0-9a-f]{64})-\d+\.\w+)"/;

/** The path of the first picture of a page that is the service's own, if it has one. */
export const firstPicture = (html: string): string | undefined => ADDRESS.exec(html)?.[1];

/**
 * The Markdown of a page, with the public addresses of its pictures in place of their names. Each keeps the case of its
 * SHA-256, so that what was signed can be made of it again.
 */
export function withPictureAddresses(
  { markdown, html }: Pick<MadePage, 'markdown' | 'html'>,
  baseUrl: string,
): string {
  const addresses = new Map<string, string>();
  for (const [, path, sha256] of html.matchAll(new RegExp(ADDRESS, 'g'))) {
    addresses.set(sha256!, baseUrl + path!);
  }
  if (addresses.size === 0) return markdown;
  return markdown.replaceAll(/picture:([0-9a-fA-F]{64})/g, (name, written: string) => {
    const sha256 = written.toLowerCase();
    return addresses.get(sha256)?.replace(sha256, written) ?? name;
  });
}
