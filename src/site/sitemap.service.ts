import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer, notFoundAnswer } from './answers.js';
import { xml, xmlDocument } from './html/html.js';
import { lookOf } from './html/site.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { type ShownPage, updatedAt } from './shown-page.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';

/**
 * Reads the parts that have addresses, and the time of the newest release in each part. Each part costs one index
 * look-up.
 */
const PARTS: Statement = {
  name: 'sitemap_parts',
  text: `
    SELECT part.number AS "part", newest.at AS "lastModified"
      FROM generate_series(
             0, (SELECT max(sitemap_part) FROM page WHERE withdrawn_at IS NULL)) AS part(number)
           CROSS JOIN LATERAL (
             SELECT max(published_at) AS at FROM page
              WHERE withdrawn_at IS NULL AND sitemap_part = part.number) AS newest
     WHERE newest.at IS NOT NULL
     ORDER BY part.number`,
};

/** Reads the addresses of part $1, at most 1,000. */
const ADDRESSES: Statement = {
  name: 'sitemap_addresses',
  text: `
    SELECT locale, slug, published_at AS "publishedAt", stated_updated_at AS "statedUpdatedAt"
      FROM page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1
     ORDER BY published_at, locale, slug`,
};

/** A part of the sitemap that lists at least one document. */
interface SitemapPart {
  readonly part: number;
  readonly lastModified: Date;
}

type SitemapAddress = PagePath & Pick<ShownPage, 'publishedAt' | 'statedUpdatedAt'>;

const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PART = /^(?:0|[1-9]\d{0,6})$/;

/** The sitemap of all released documents, for search engines (contract 9). */
@Injectable()
export class SitemapService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async index(): Promise<Answer> {
    const parts = await this.database.publicReads.rows<SitemapPart>(PARTS);
    return fileAnswer(XML, sitemapIndex(this.config.publicBaseUrl, parts));
  }

  /** Answers with one part of the sitemap. Answers 404 if the part is empty. */
  async part(name: string): Promise<Answer> {
    const addresses = PART.test(name)
      ? await this.database.publicReads.rows<SitemapAddress>(ADDRESSES, [Number(name)])
      : [];
    return addresses.length === 0
      ? notFoundAnswer(lookOf(this.config))
      : fileAnswer(XML, sitemapPart(this.config.publicBaseUrl, addresses));
  }
}

const sitemapIndex = (baseUrl: string, parts: readonly SitemapPart[]): string =>
  xmlDocument(xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map(
  ({ part, lastModified }) =>
    xml`<sitemap><loc>${baseUrl}/sitemap-${part}.xml</loc><lastmod>${lastModified.toISOString()}</lastmod></sitemap>
`,
)}</sitemapindex>`);

const sitemapPart = (baseUrl: string, addresses: readonly SitemapAddress[]): string =>
  xmlDocument(xml`<urlset xmlns="${NAMESPACE}">
${addresses.map(
  (page) =>
    xml`<url><loc>${baseUrl + hrefOf(page)}</loc><lastmod>${updatedAt(page).toISOString()}</lastmod></url>
`,
)}</urlset>`);
