import { type Html, xml, xmlDocument } from './html/html.js';
import { hrefOf } from './page-path.js';
import type { SitemapAddress, SitemapPart } from './sitemap.repository.js';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const END = '</urlset>\n';

/** The path of a part of the sitemap. */
export const partHref = (part: number): string => `/sitemap-${part}.xml`;

/** The index of the sitemap's parts (sitemaps.org). */
export const sitemapIndex = (baseUrl: string, parts: readonly SitemapPart[]): string =>
  xmlDocument(xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map(
  ({ part, lastModified }) =>
    xml`<sitemap><loc>${baseUrl + partHref(part)}</loc><lastmod>${lastModified.toISOString()}</lastmod></sitemap>
`,
)}</sitemapindex>`);

/** A part of the sitemap, written as its addresses come. */
export async function* sitemapPart(
  baseUrl: string,
  addresses: AsyncIterable<readonly SitemapAddress[]>,
): AsyncGenerator<string> {
  yield xmlDocument(xml`<urlset xmlns="${NAMESPACE}">`);
  for await (const piece of addresses) {
    yield piece.map((page) => address(baseUrl, page).text).join('');
  }
  yield END;
}

const address = (baseUrl: string, page: SitemapAddress): Html =>
  xml`<url><loc>${baseUrl + hrefOf(page)}</loc><lastmod>${page.publishedAt.toISOString()}</lastmod></url>
`;
