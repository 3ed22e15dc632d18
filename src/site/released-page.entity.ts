import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A heading of a rendered document: h2 to h6, with the id by which it is reached. */
export interface PageHeading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

const SHOWN = 'withdrawn_at IS NULL';

/** A document as it was released, ready to be read: one row a path. */
@Entity('released_page')
@Unique('released_page_publication_id_key', ['publicationId'])
@Index('released_page_translations_idx', ['accountId', 'slug'])
@Index('released_page_newest_idx', ['publishedAt', 'locale', 'slug'], { where: SHOWN })
@Index('released_page_newest_in_locale_idx', ['locale', 'publishedAt', 'slug'], { where: SHOWN })
@Index('released_page_sitemap_idx', ['sitemapPart', 'publishedAt', 'locale', 'slug'], {
  where: SHOWN,
})
@Index('released_page_rendered_by_idx', ['renderedBy'], { where: SHOWN })
@Index('released_page_withdrawn_idx', ['withdrawnAt'], { where: 'withdrawn_at IS NOT NULL' })
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
  tags!: string[];

  @Column('text', { array: true })
  sources!: string[];

  @Column('text')
  authorKind!: string;

  @Column('text')
  authorName!: string;

  /** The person named for the release, as the publisher stated; `null`: none. */
  @Column('text', { nullable: true })
  approvedBy!: string | null;

  /** How that person confirmed it; `null`: no name, or an older page: then the publisher stated it. */
  @Column('text', { nullable: true })
  approvedVia!: 'desk' | 'host' | 'key' | null;

  /** The publisher's, when this version became public; `null`: it was released before that was kept. */
  @Column('text', { nullable: true })
  accountName!: string | null;

  @Column('text')
  markdown!: string;

  /** Sanitised: the one text that goes into a page as it is. */
  @Column('text')
  html!: string;

  @Column('jsonb')
  headings!: PageHeading[];

  /** The edition that rendered it; `null`: a version of this service that did not note it. */
  @Column('text', { nullable: true })
  renderedBy!: string | null;

  /** Time of the first release at this address since its last withdrawal. */
  @Column({ type: 'timestamptz', precision: 3 })
  firstPublishedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** Not null: the address answers 410, and the row holds no content. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawnAt!: Date | null;

  /** Later, by a second at least, than that of any change before; null: as long as no such change was noted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  modifiedAt!: Date | null;

  /** The part of the sitemap with this address, from 0; each part has 10,000 addresses. */
  @Column('integer', { default: () => "(nextval('sitemap_address_seq') / 10000)" })
  sitemapPart!: number;
}
