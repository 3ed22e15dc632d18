import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PublicReads } from '../platform/database/public-reads.js';
import { run } from '../platform/database/statement.js';
import type { PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';
import { FIND, FIND_STAMPS, PUBLISH, UNTAG, WITHDRAW } from './released-pages.statements.js';
import type { PageStamp, ShownPage } from './shown-page.js';

/** A rendered revision on its way to the public. */
export type PageToPublish = Readonly<
  Omit<ReleasedPage, 'firstPublishedAt' | 'withdrawnAt' | 'sitemapPart' | 'headings'>
> & { readonly headings: readonly PageHeading[] };

@Injectable()
export class ReleasedPagesRepository {
  constructor(private readonly reads: PublicReads) {}

  async publish(tx: EntityManager, page: PageToPublish): Promise<void> {
    await run(tx, PUBLISH, [
      page.locale,
      page.slug,
      page.publicationId,
      page.accountId,
      page.version,
      page.title,
      page.description,
      page.tags,
      page.sources,
      page.authorKind,
      page.authorName,
      page.markdown,
      page.html,
      JSON.stringify(page.headings),
      page.publishedAt,
    ]);
  }

  async withdraw(tx: EntityManager, { locale, slug }: PagePath): Promise<void> {
    await run(tx, WITHDRAW, [locale, slug]);
    await run(tx, UNTAG, [locale, slug]);
  }

  async find({ locale, slug }: PagePath): Promise<ShownPage | undefined> {
    const [page] = await this.reads.rows<ShownPage>(FIND, [locale, slug]);
    return page;
  }

  async findStamps(paths: readonly PagePath[]): Promise<(PageStamp | undefined)[]> {
    const columns = [paths.map(({ locale }) => locale), paths.map(({ slug }) => slug)];
    const found = await this.reads.rows<PageStamp & { place: number }>(FIND_STAMPS, columns);
    const stamps = new Map(found.map((stamp) => [stamp.place, stamp]));
    return paths.map((_, index) => stamps.get(index + 1));
  }
}
