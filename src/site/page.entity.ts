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

/** A released version: what rendering made of its revision, and the time and approver of its last release. */
@Entity('released_version')
export class ReleasedVersion {
  @PrimaryColumn('uuid')
  publicationId!: string;

  @PrimaryColumn('integer')
  version!: number;

  /** Sanitised HTML, the only text that is put into a page unescaped; `null`: the version was erased. */
  @Column('text', { nullable: true })
  html!: string | null;

  /** The headings of the HTML; `null`: the version was erased. */
  @Column('jsonb', { nullable: true })
  headings!: readonly PageHeading[] | null;

  /** Number of the renderer that made `html` and `headings` (contract 9). */
  @Column('integer')
  renderer!: number;

  /** When the version last became public. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** When the address began to show a document; equal for all versions between two withdrawals. */
  @Column({ type: 'timestamptz', precision: 3 })
  firstPublishedAt!: Date;

  /** Time of the withdrawal that took the version from its address; `null` if there was none since its release. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawnAt!: Date | null;

  /** The decision to make this release, which is the id of the accepted publish. */
  @Column('uuid', { nullable: true })
  decisionId!: string | null;

  /** Name of the account at the time of the release; `null`: the version was erased. */
  @Column('text', { nullable: true })
  accountName!: string | null;

  /** Number of the version's signed record within the publication. */
  @Column('integer')
  recordNumber!: number;
}
