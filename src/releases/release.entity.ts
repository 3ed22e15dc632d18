import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PublishError } from '../documents/release-facts.js';

/** Public state of a publication, and the job that publishes its next revision; one row per publication. */
@Entity('release')
@Index('release_due_idx', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('release_turn_idx', ['accountId', 'dueAt'], { where: 'due_at IS NOT NULL' })
export class Release {
  @PrimaryColumn('uuid')
  publicationId!: string;

  /** The account of the publication. Claims take accounts in turn. */
  @Column('uuid')
  accountId!: string;

  /** The newest revision whose release was requested. */
  @Column('integer')
  requestedVersion!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  requestedAt!: Date;

  /**
   * True if the requested revision is not public yet, and its release has neither failed permanently nor been
   * cancelled.
   */
  @Column('boolean')
  inFlight!: boolean;

  /** The decision to release the requested revision, which is the id of the accepted publish. */
  @Column('uuid', { nullable: true })
  requestedDecisionId!: string | null;

  /** Trace of the accepted publish, in W3C Trace Context; `null` if no trace was recorded. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  @Column('integer', { nullable: true })
  publishedVersion!: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;

  /** Time of the withdrawal; `null` if the document was not withdrawn, or became public again after it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  withdrawnAt!: Date | null;

  /** The decision to release the public revision. */
  @Column('uuid', { nullable: true })
  decisionId!: string | null;

  /** The revision that the search index holds. */
  @Column('integer', { nullable: true })
  indexedVersion!: number | null;

  @Column('jsonb', { nullable: true })
  error!: PublishError | null;

  /** Number of claims since the last accepted publish or finished step. */
  @Column('integer')
  attempts!: number;

  /** When a worker can claim the job; for a claimed job, the end of the lease. `null` if there is no job. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt!: Date | null;

  /**
   * Grows with each accepted publish, claim, give-back, withdrawal and erasure of the document. A step with an older
   * token changes nothing.
   */
  @Column('integer')
  fencingToken!: number;
}
