import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { PublicReads } from '../platform/database/public-reads.js';
import { run } from '../platform/database/statement.js';
import type { PageForm, PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';
import {
  FIND,
  FIND_STAMPS,
  FORGET,
  KEEP,
  LOCK,
  PUBLISH,
  UNTAG,
  WITHDRAW,
} from './released-pages.statements.js';
import type { AskedPage, CompressedFile, PageFiles, PageStamp, ShownPage } from './shown-page.js';

/** A rendered revision on its way to the public. */
export type PageToPublish = Readonly<
  Omit<ReleasedPage, 'firstPublishedAt' | 'withdrawnAt' | 'modifiedAt' | 'sitemapPart' | 'headings'>
> & { readonly headings: readonly PageHeading[] };

/** What a page shows that its revision does not know. */
export type PublishedPage = Pick<
  ShownPage,
  'publicationId' | 'firstPublishedAt' | 'changedAt' | 'translations'
>;

@Injectable()
export class ReleasedPagesRepository {
  constructor(
    private readonly reads: PublicReads,
    private readonly database: Database,
  ) {}

  publish(tx: EntityManager, pages: readonly PageToPublish[]): Promise<PublishedPage[]> {
    const column = (name: keyof PageToPublish) => pages.map((page) => page[name]);
    const json = (name: 'tags' | 'sources' | 'headings') =>
      pages.map((page) => JSON.stringify(page[name]));
    return run<PublishedPage>(tx, PUBLISH, [
      column('locale'),
      column('slug'),
      column('publicationId'),
      column('accountId'),
      column('version'),
      column('title'),
      column('description'),
      json('tags'),
      json('sources'),
      column('authorKind'),
      column('authorName'),
      column('markdown'),
      column('html'),
      json('headings'),
      column('publishedAt'),
      column('approvedBy'),
      column('accountName'),
    ]);
  }

  async withdraw(tx: EntityManager, { locale, slug }: PagePath): Promise<void> {
    await run(tx, LOCK, [slug]);
    await run(tx, WITHDRAW, [locale, slug]);
    await run(tx, FORGET, [locale, slug]);
    await run(tx, UNTAG, [locale, slug]);
  }

  async find({ locale, slug }: PagePath): Promise<ShownPage | undefined> {
    const [page] = await this.reads.rows<ShownPage>(FIND, [locale, slug]);
    return page;
  }

  /** The same of the primary, for what is made of it at once. */
  async findReleased({ locale, slug }: PagePath): Promise<ShownPage | undefined> {
    const [page] = await this.database.rows<ShownPage>(FIND, [locale, slug]);
    return page;
  }

  /** @param madeBy what an answer that was kept must have been made by */
  async findStamps(
    asked: readonly AskedPage[],
    madeBy: string,
  ): Promise<(PageStamp | undefined)[]> {
    const column = (name: keyof AskedPage) => asked.map((page) => page[name]);
    const values = [column('locale'), column('slug'), column('form'), madeBy];
    type Row = Omit<PageStamp, 'kept'> & { place: number } & (CompressedFile | { tag: null });
    const rows = await this.reads.rows<Row>(FIND_STAMPS, values);
    const stamps = new Map(
      rows.map((row): [number, PageStamp] => [
        row.place,
        row.tag === null ? row : { ...row, kept: row },
      ]),
    );
    return asked.map((_, index) => stamps.get(index + 1));
  }

  /** Keeps the answers that were made of pages, but of those that were changed or withdrawn meanwhile. */
  async keep(tx: EntityManager, files: readonly PageFiles[], madeBy: string): Promise<void> {
    const column = (form: PageForm, part: keyof CompressedFile) =>
      files.map((each) => each[form][part]);
    await run(tx, KEEP, [
      files.map(({ locale }) => locale),
      files.map(({ slug }) => slug),
      files.map(({ changedAt }) => changedAt),
      ...(['page', 'markdown'] as const).flatMap((form) => [
        column(form, 'tag'),
        column(form, 'br'),
        column(form, 'gzip'),
      ]),
      madeBy,
    ]);
  }
}
