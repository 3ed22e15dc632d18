import { Injectable } from '@nestjs/common';
import { PublicReads } from '../platform/database/public-reads.js';
import type { PagePath } from './page-path.js';
import { ADDRESSES, PARTS, STAMP } from './sitemap.statements.js';

/** A part of the sitemap that names at least one document. */
export interface SitemapPart {
  /** From 0. */
  readonly part: number;
  readonly lastModified: Date;
}

/** What tells one state of a part from another. */
export interface SitemapStamp {
  readonly count: number;
  readonly sum: string;
  /** Of anything on the site; `null` before the first release. */
  readonly lastChange: Date | null;
}

/** A document that the sitemap names. */
export interface SitemapAddress extends PagePath {
  readonly publishedAt: Date;
}

/** Read in pieces, so that neither memory nor a connection is held while a slow reader takes its time. */
const PIECE = 1_000;
const BEFORE_ALL = { publishedAt: '-infinity', locale: '', slug: '' } as const;

@Injectable()
export class SitemapRepository {
  constructor(private readonly reads: PublicReads) {}

  parts(): Promise<SitemapPart[]> {
    return this.reads.rows(PARTS);
  }

  async stamp(part: number): Promise<SitemapStamp> {
    const [stamp] = await this.reads.rows<SitemapStamp>(STAMP, [part]);
    return stamp!;
  }

  /** The oldest first: one that is released again meanwhile comes twice rather than not at all. */
  async *addresses(part: number): AsyncGenerator<SitemapAddress[]> {
    let last: SitemapAddress | undefined;
    do {
      const { publishedAt, locale, slug } = last ?? BEFORE_ALL;
      const values = [part, publishedAt, locale, slug, PIECE];
      const piece = await this.reads.rows<SitemapAddress>(ADDRESSES, values);
      yield piece;
      last = piece.length === PIECE ? piece.at(-1) : undefined;
    } while (last);
  }
}
