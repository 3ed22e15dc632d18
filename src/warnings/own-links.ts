import { documentAddress, hrefOf, type PagePath } from '../documents/page-path.js';
import { parsedUrl } from '../platform/validation/rule.js';
import type { Statement } from '../platform/database/statement.js';

/**
 * Code under which a link to a document of this site is stored. It is no warning: whether the document is public is
 * looked up when the warnings are read.
 */
export const OWN_LINK = 'own_link';

/** Most links to this site of a document that are stored, and the longest one, in characters. */
export const MAX_OWN_LINKS = 20;
const MAX_HREF = 1_000;

/** The document of this site that a link leads to, with the path as it is written, decoded. */
export interface LinkedPage extends PagePath {
  readonly written: string;
}

/** Scheme and host of an address that is written plainly. Most links lead elsewhere, and parsing an address is slow. */
const PLAIN_HOST = /^https?:\/\/[a-z0-9.-]+(?=[/?#:]|$)/i;

/**
 * Returns the document of this site that a link leads to; `undefined` if it leads to its own document or elsewhere.
 * @param address address of the document with the link
 */
export function linkedPage(href: string, address: string): LinkedPage | undefined {
  if (href.startsWith('#') || href.length > MAX_HREF) return undefined;
  const [host] = PLAIN_HOST.exec(href) ?? [];
  if (host !== undefined && !address.startsWith(host.toLowerCase())) return undefined;
  const url = parsedUrl(href, address);
  const own = parsedUrl(address);
  if (!url || url.origin !== own?.origin) return undefined;
  const found = documentAddress(url.pathname)?.canonical;
  if (!found || hrefOf(found) === own.pathname) return undefined;
  const written = decodeURIComponent(url.pathname).normalize('NFC').replace(/\/$/, '');
  return { ...found, written };
}

/** SQL condition: who opens the address of document `page` gets a document: this one, or the one that took its place. */
const LEADS_TO_DOCUMENT = `
  (page.withdrawn_at IS NULL OR EXISTS (
    SELECT FROM page AS heir WHERE heir.publication_id = page.superseded_by AND heir.withdrawn_at IS NULL))`;

/** Finds, among the documents ($1 locales, $2 slugs, $3 paths as they are written), the places of those that readers cannot open. */
export const NOT_PUBLIC: Statement = {
  name: 'warnings_links_not_public',
  text: `
    SELECT asked.place::integer - 1 AS place
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (locale, slug, written, place)
     WHERE NOT EXISTS (SELECT FROM page
                        WHERE page.locale = asked.locale AND page.slug = asked.slug AND ${LEADS_TO_DOCUMENT})
       AND NOT EXISTS (SELECT FROM redirect JOIN page USING (publication_id)
                        WHERE redirect.path = asked.written AND ${LEADS_TO_DOCUMENT})`,
};
