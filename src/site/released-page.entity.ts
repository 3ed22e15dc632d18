import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A heading of a rendered document. `id` is the anchor of the heading. Depth 1 is the page title, depths 2 to 6 are h2
 * to h6.
 */
export interface PageHeading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

const SHOWN = 'withdrawn_at IS NULL';

/** A released document as readers get it. Each path at which a document was ever released has one row. */
@Entity('released_page')
@Unique('released_page_publication_id_key', ['publicationId'])
@Index('released_page_translations_idx', ['accountId', 'slug'])
@Index('released_page_newest_idx', ['publishedAt', 'locale', 'slug'], { where: SHOWN })
@Index('released_page_newest_in_locale_idx', ['locale', 'publishedAt', 'slug'], { where: SHOWN })
@Index('released_page_sitemap_idx', ['sitemapPart', 'publishedAt', 'locale', 'slug'], {
  where: SHOWN,
})
export class ReleasedPage {
  @PrimaryColumn('text')
  locale!: string;

  @PrimaryColumn('text')
  slug!: string;

  @Column('uuid')
  publicationId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('integer')
  version!: number;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text', { array: true })
  tags!: readonly string[];

  @Column('text', { array: true })
  sources!: readonly string[];

  @Column('text')
  authorKind!: string;

  @Column('text')
  authorName!: string;

  /** The person named for the release; `null` if nobody was named. */
  @Column('text', { nullable: true })
  approvedBy!: string | null;

  /** How the release was approved. If `approvedBy` is a name, `null` counts as `key`. */
  @Column('text', { nullable: true })
  approvedVia!: 'desk' | 'host' | 'key' | null;

  /** The program in which the release was confirmed, as its host says; `null` if not known. */
  @Column('text', { nullable: true })
  approvedIn!: string | null;

  /** Name of the account when this version was released; `null` if the page is withdrawn. */
  @Column('text', { nullable: true })
  accountName!: string | null;

  @Column('text')
  markdown!: string;

  /** Sanitised HTML, the only text that is put into a page unescaped. */
  @Column('text')
  html!: string;

  @Column('jsonb')
  headings!: PageHeading[];

  /** Number of the renderer that rendered the page. */
  @Column('text')
  renderedBy!: string;

  /** Time of the first release at this address. After a withdrawal, the next release counts as the first. */
  @Column({ type: 'timestamptz', precision: 3 })
  firstPublishedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** Time of the withdrawal; the address then answers 410, and the row has no text. `null` if the page is public. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawnAt!: Date | null;

  /**
   * Time of the last change of the page. This time is in a later second than all earlier changes of pages with the same
   * account and slug.
   */
  @Column({ type: 'timestamptz', precision: 3 })
  modifiedAt!: Date;

  /** Number of the sitemap part that lists this address, from 0. Each part has room for 10,000 addresses. */
  @Column('integer', { default: () => "(nextval('sitemap_address_seq') / 10000)" })
  sitemapPart!: number;
}
