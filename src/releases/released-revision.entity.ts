import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a revision was made public, and who answers for it. A revision itself never changes. */
@Entity('released_revision')
export class ReleasedRevision {
  @PrimaryColumn('uuid')
  publicationId!: string;

  @PrimaryColumn('integer')
  version!: number;

  /** The last time, where it was withdrawn in between. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;

  /** As the client stated it; `null`: nobody was named. */
  @Column('text', { nullable: true })
  approvedBy!: string | null;
}
