import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';

/** An erasure, and what remains of what was erased: numbers, times, actors (contract 15). */
@Entity('erasure')
export class Erasure {
  @PrimaryColumn('uuid')
  publicationId!: string;

  /** The revision; 0: the whole document. */
  @PrimaryColumn('integer')
  version!: number;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  reason!: string;

  /** Login name of the person at the shell. */
  @Column('text')
  operator!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  erasedAt!: Date;

  /** `null`: some of the text is still in tables, hidden. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;

  /** Version of the document before the erasure. */
  @Column('integer')
  lastVersion!: number;

  /** When the revision was written; `null`: a whole document was erased. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  writtenAt!: Date | null;

  @Column('text', { nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  channel!: string | null;

  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  /** When the revision was released last; `null`: never, or a whole document was erased. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;
}
