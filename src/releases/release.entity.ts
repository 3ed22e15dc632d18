import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NO_ID } from '../platform/ids/ids.js';
import type { ApprovedVia, PublishError } from './release-facts.js';

/** Public state of a publication, and the job that publishes its next revision; one row per publication. */
@Entity('release')
@Index('release_due_idx', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('release_turn_idx', ['accountId', 'dueAt'], { where: 'due_at IS NOT NULL' })
export class Release {
  @PrimaryColumn('uuid')
  publicationId!: string;

  /** The publication's account; claims take accounts in turn. Nil UUID: an older service version made the request. */
  @Column('uuid', { default: NO_ID })
  accountId!: string;

  /** The newest revision that an accepted publish named. */
  @Column('integer')
  requestedVersion!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  requestedAt!: Date;

  /** Whether the requested revision is not yet public and its release has not failed for good. */
  @Column('boolean')
  inFlight!: boolean;

  /** Who approved the requested revision, as the client stated it. */
  @Column('text', { nullable: true })
  requestedApprovedBy!: string | null;

  /** Trace of the accepted publish, in W3C Trace Context; `null`: none was recorded. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  @Column('integer', { nullable: true })
  publishedVersion!: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;

  /** Who approved the published revision, as the client stated it. */
  @Column('text', { nullable: true })
  approvedBy!: string | null;

  /** The revision that the search index holds. */
  @Column('integer', { nullable: true })
  indexedVersion!: number | null;

  @Column('jsonb', { nullable: true })
  error!: PublishError | null;

  /** Number of claims since the last accepted publish or finished step. */
  @Column('integer')
  attempts!: number;

  /** When a worker can claim the job; for a claimed job, the end of the lease. `null`: there is no job. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt!: Date | null;

  /**
   * Grows with each accepted publish, claim, give-back, withdrawal and erasure of the document. A step with an older
   * token changes nothing.
   */
  @Column('integer')
  fencingToken!: number;
}

/** A released version: when it became public, and who approved it. */
@Entity('released_revision')
export class ReleasedRevision {
  @PrimaryColumn('uuid')
  publicationId!: string;

  @PrimaryColumn('integer')
  version!: number;

  /** When the version last became public. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** Who approved the release, as the client stated it; `null`: no name was given. */
  @Column('text', { nullable: true })
  approvedBy!: string | null;
  /** How the approver confirmed the release; `null`: no name was given. */
  @Column('text', { nullable: true })
  approvedVia!: ApprovedVia | null;

  /** When the address began to show a document; equal for all versions between two withdrawals. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  firstPublishedAt!: Date | null;

  /** Name of the account at the time of the release. */
  @Column('text', { nullable: true })
  accountName!: string | null;

  /** A `KeptVersion`, compressed; `null`: erased, or released by a service version that did not store it. */
  @Column('bytea', { nullable: true })
  document!: Buffer | null;

  /** Number of the version's signed record within the publication; `null`: there is no record. */
  @Column('integer', { nullable: true })
  recordNumber!: number | null;
}
