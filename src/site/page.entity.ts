import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

const SHOWN = 'withdrawn_at IS NULL';

/**
 * An address of the site, and the version that it shows. Each path at which a document was ever released has one row. The
 * text is in `revision` and `released_version`.
 */
@Entity('page')
@Unique('page_publication_id_key', ['publicationId'])
@Index('page_translations_idx', ['accountId', 'slug'])
@Index('page_superseded_idx', ['supersededBy'], { where: 'superseded_by IS NOT NULL' })
@Index('page_newest_idx', ['publishedAt', 'locale', 'slug'], { where: SHOWN })
@Index('page_newest_in_locale_idx', ['locale', 'publishedAt', 'slug'], { where: SHOWN })
@Index('page_sitemap_idx', ['sitemapPart', 'publishedAt', 'locale', 'slug'], {
  where: SHOWN,
})
export class Page {
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

  /** Time of the first release at this address. After a withdrawal, the next release counts as the first. */
  @Column({ type: 'timestamptz', precision: 3 })
  firstPublishedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** Time when the page was withdrawn or superseded. `null` if the page is public. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawnAt!: Date | null;

  /** What the operator tells readers at the address of a withdrawn document; `null`: nothing more than that. */
  @Column('text', { nullable: true })
  notice!: string | null;

  /** The publication that took the place of a withdrawn one; it was never superseded itself. */
  @Column('uuid', { nullable: true })
  supersededBy!: string | null;

  /** Time of the first publication that an import states; `null`: readers see `firstPublishedAt`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  statedFirstPublishedAt!: Date | null;

  /** Time of the last change that an import states for the shown version; `null`: `publishedAt`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  statedUpdatedAt!: Date | null;

  /** Number of the sitemap part that lists this address, from 0. Each part has room for 10,000 addresses. */
  @Column('integer', { default: () => "(nextval('sitemap_address_seq') / 10000)" })
  sitemapPart!: number;
}
