import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { PagePath } from './page-path.js';

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

/** Reads the state of part $1: number of addresses, and sum of their release times. */
const STAMP: Statement = {
  name: 'sitemap_stamp',
  text: `
    SELECT count(*)::integer AS "count",
           coalesce(sum(extract(epoch FROM published_at)), 0)::text AS "sum"
      FROM page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1`,
};

/** Reads addresses of part $1. $2 time, $3 locale and $4 slug of the previous address; $5 limit. */
const ADDRESSES: Statement = {
  name: 'sitemap_addresses',
  text: `
    SELECT locale, slug, published_at AS "publishedAt"
      FROM page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1
       AND (published_at, locale, slug) > ($2, $3, $4)
     ORDER BY published_at, locale, slug
     LIMIT $5`,
};

/** A part of the sitemap that lists at least one document. */
export interface SitemapPart {
  readonly part: number;
  readonly lastModified: Date;
}

/**
 * The data that identifies a state of a sitemap part. Every release and withdrawal of a document in the part changes
 * `sum`.
 */
export interface SitemapStamp {
  readonly count: number;
  readonly sum: string;
}

export interface SitemapAddress extends PagePath {
  readonly publishedAt: Date;
}

/** Number of addresses per query. Between two queries, a slow client occupies no database connection. */
const PIECE = 1_000;
const BEFORE_ALL = { publishedAt: '-infinity', locale: '', slug: '' } as const;

@Injectable()
export class SitemapRepository {
  constructor(private readonly database: Database) {}

  parts(): Promise<SitemapPart[]> {
    return this.database.publicReads.rows(PARTS);
  }

  async stamp(part: number): Promise<SitemapStamp> {
    const [stamp] = await this.database.publicReads.rows<SitemapStamp>(STAMP, [part]);
    return stamp!;
  }

  /**
   * Reads the addresses of a part, oldest release first. If a document is released again during the reading, this order
   * can list the document twice. The reverse order could leave the document out.
   */
  async *addresses(part: number): AsyncGenerator<SitemapAddress[]> {
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
