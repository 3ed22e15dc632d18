import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';

/** An erasure, with the facts that remain about the erased text: numbers, times and actors (contract 15). */
@Entity('erasure')
export class Erasure {
  @PrimaryColumn('uuid')
  publicationId!: string;

  /** The erased revision; 0 for the whole document. */
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

  /** When the removal of the text was complete; `null` while tables can still contain some of the hidden text. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;

  /** Number of the working revision when the erasure began. */
  @Column('integer')
  lastVersion!: number;

  /** When the revision was written; `null` if the whole document was erased. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  writtenAt!: Date | null;

  @Column('text', { nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  channel!: string | null;

  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  /** When the revision was last released; `null` if it never was, or if the whole document was erased. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;
}
