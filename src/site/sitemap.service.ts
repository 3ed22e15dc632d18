import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer, longFileAnswer, notFoundAnswer, tagOf } from './answers.js';
import { type Html, xml, xmlDocument } from './html/html.js';
import { lookOf } from './html/site.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { updatedAt } from './shown-page.js';
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

/** Reads the state of part $1: number of addresses, and sum of their `xmin`, which grows with every change of a row. */
const STAMP: Statement = {
  name: 'sitemap_stamp',
  text: `
    SELECT count(*)::integer AS "count", coalesce(sum(xmin::text::bigint), 0)::text AS "sum"
      FROM page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1`,
};

/** Reads addresses of part $1. $2 time, $3 locale and $4 slug of the previous address; $5 limit. */
const ADDRESSES: Statement = {
  name: 'sitemap_addresses',
  text: `
    SELECT locale, slug, published_at AS "publishedAt", stated_updated_at AS "statedUpdatedAt"
      FROM page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1
       AND (published_at, locale, slug) > ($2, $3, $4)
     ORDER BY published_at, locale, slug
     LIMIT $5`,
};

/** A part of the sitemap that lists at least one document. */
interface SitemapPart {
  readonly part: number;
  readonly lastModified: Date;
}

/** The data that identifies a state of a sitemap part. */
interface SitemapStamp {
  readonly count: number;
  readonly sum: string;
}

interface SitemapAddress extends PagePath {
  readonly publishedAt: Date;
  readonly statedUpdatedAt: Date | null;
}

const EXAMPLE: SitemapAddress = {
  locale: 'en',
  slug: 'example',
  publishedAt: new Date(0),
  statedUpdatedAt: null,
};

/** Number of addresses per query. Between two queries, a slow client occupies no database connection. */
const PIECE = 1_000;
const BEFORE_ALL = { publishedAt: '-infinity', locale: '', slug: '' } as const;

const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const END = '</urlset>\n';
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

  /** Answers with one part of the sitemap, which has at most 10,000 addresses. Answers 404 if the part is empty. */
  async part(name: string): Promise<Answer> {
    if (!PART.test(name)) return notFoundAnswer(lookOf(this.config));
    const part = Number(name);
    const [stamp] = await this.database.publicReads.rows<SitemapStamp>(STAMP, [part]);
    const { count, sum } = stamp!;
    if (count === 0) return notFoundAnswer(lookOf(this.config));
    const { publicBaseUrl } = this.config;
    const file = sitemapPart(publicBaseUrl, this.addresses(part));
    // The same rows give another file at another address of the site, or if this program writes them in another form.
    const form = tagOf(Buffer.from(address(publicBaseUrl, EXAMPLE).text));
    const tag = `${count}-${sum}-${form}`;
    return longFileAnswer(XML, Readable.from(file, { objectMode: false }), tag);
  }

  /**
   * Reads the addresses of a part, oldest release first. If a document is released again during the reading, this order
   * can list the document twice. The reverse order could leave the document out.
   */
  private async *addresses(part: number): AsyncGenerator<SitemapAddress[]> {
    let last: SitemapAddress | undefined;
    do {
      const { publishedAt, locale, slug } = last ?? BEFORE_ALL;
      const values = [part, publishedAt, locale, slug, PIECE];
      const piece = await this.database.publicReads.rows<SitemapAddress>(ADDRESSES, values);
      yield piece;
      last = piece.length === PIECE ? piece.at(-1) : undefined;
    } while (last);
  }
}

const sitemapIndex = (baseUrl: string, parts: readonly SitemapPart[]): string =>
  xmlDocument(xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map(
  ({ part, lastModified }) =>
    xml`<sitemap><loc>${baseUrl}/sitemap-${part}.xml</loc><lastmod>${lastModified.toISOString()}</lastmod></sitemap>
`,
)}</sitemapindex>`);

async function* sitemapPart(
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
  xml`<url><loc>${baseUrl + hrefOf(page)}</loc><lastmod>${updatedAt(page).toISOString()}</lastmod></url>
`;
