import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A working revision as its account's search knows it. */
@Entity('working_entry')
@Index('working_entry_vector_idx', ['vector'], { type: 'gin' })
export class WorkingEntry {
  @PrimaryColumn('text')
  locale!: string;

  @PrimaryColumn('text')
  slug!: string;

  @Column('uuid')
  publicationId!: string;

  @Column('integer')
  version!: number;

  /** Plain text of the document, for snippets. */
  @Column('text')
  body!: string;

  /** Its index words with weights, its account, and what it is filtered by (`lexeme.ts`). */
  @Column('tsvector')
  vector!: string;

  @Column('integer', { nullable: true })
  length!: number | null;

  /** When the revision was written. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;
}

/** Who indexes a document at the moment, or has just done so. */
@Entity('working_claim')
export class WorkingClaim {
  @PrimaryColumn('uuid')
  publicationId!: string;

  /** Nobody else takes it before. */
  @Column({ type: 'timestamptz', precision: 3 })
  until!: Date;

  @Column('integer')
  attempts!: number;
}

/** What ranking knows of the documents of an account as a whole. */
@Entity('working_account')
export class WorkingAccount {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** How many of its documents are indexed. */
  @Column('integer')
  entries!: number;

  /** The number of the newest entry. */
  @Column('integer')
  puts!: number;

  @Column('text', { array: true })
  languages!: string[];
}
