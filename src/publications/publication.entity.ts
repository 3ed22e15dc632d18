import { Column, Entity, Index, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

/** One document of an account at a fixed path (contract 2). The row is small, because the texts are in revisions. */
@Entity('publication')
@Unique('publication_path_key', ['locale', 'slug'])
@Index('publication_created_idx', ['accountId', 'createdAt', 'id'])
@Index('publication_updated_idx', ['accountId', 'updatedAt', 'id'])
@Index('publication_unsearched_idx', ['updatedAt'], {
  where: 'searched_version IS DISTINCT FROM version',
})
export class Publication {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  locale!: string;

  @Column('text')
  slug!: string;

  /**
   * Number of the working revision. Every update checks and increases this number. 0 means that the document was
   * erased.
   */
  @VersionColumn()
  version!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Number of the revision in the draft index. If it differs from `version`, the working revision must be indexed. */
  @Column('integer', { nullable: true })
  searchedVersion!: number | null;

  /** No sweep indexes the working revision before this time, because another process does; `null`: none was claimed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  searchAfter!: Date | null;
}
