import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A released document as the search knows it; `search` owns it and learns of no other table. */
@Entity('search_entry')
@Index('search_entry_vector_idx', ['vector'], { type: 'gin' })
export class SearchEntry {
  @PrimaryColumn('text')
  locale!: string;

  @PrimaryColumn('text')
  slug!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  /** Plain text of the document, for snippets. */
  @Column('text')
  body!: string;

  /** Its index words with weights, and what it is filtered by (`lexeme.ts`). */
  @Column('tsvector')
  vector!: string;

  /** Words of the content, or signs of unspaced writing; `null`: it was indexed before they were counted. */
  @Column('integer', { nullable: true })
  length!: number | null;

  @Column('text', { array: true, nullable: true })
  tags!: string[] | null;

  @Column('text', { nullable: true })
  authorKind!: string | null;

  /** Of two that are found alike, the newer comes first. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;
}
