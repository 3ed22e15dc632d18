import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer, longFileAnswer, notFoundAnswer } from './answers.js';
import { type Html, xml, xmlDocument } from './html/html.js';
import { hrefOf } from './page-path.js';
import { type SitemapAddress, type SitemapPart, SitemapRepository } from './sitemap.repository.js';

const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const END = '</urlset>\n';
const PART = /^(?:0|[1-9]\d{0,6})$/;

/** The sitemap of all released documents, for search engines (contract 9). */
@Injectable()
export class SitemapService {
  constructor(
    private readonly addresses: SitemapRepository,
    private readonly config: Config,
  ) {}

  async index(): Promise<Answer> {
    const parts = await this.addresses.parts();
    return fileAnswer(XML, sitemapIndex(this.config.publicBaseUrl, parts));
  }

  /** Answers with one part of the sitemap, which has at most 10,000 addresses. Answers 404 if the part is empty. */
  async part(name: string): Promise<Answer> {
    const part = PART.test(name) ? Number(name) : undefined;
    const stamp = part === undefined ? undefined : await this.addresses.stamp(part);
    if (part === undefined || !stamp?.count) {
      return notFoundAnswer(this.config.siteName);
    }
    const { count, sum } = stamp;
    const file = sitemapPart(this.config.publicBaseUrl, this.addresses.addresses(part));
    return longFileAnswer(XML, Readable.from(file, { objectMode: false }), `${count}-${sum}`);
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
  xml`<url><loc>${baseUrl + hrefOf(page)}</loc><lastmod>${page.publishedAt.toISOString()}</lastmod></url>
`;
