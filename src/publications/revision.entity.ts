import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import type { Intent } from './document/publication-state.js';

/** A revision of a publication. The row is written once and never changed; an erasure deletes it. */
@Entity('revision')
@Check('revision_intent_check', `intent IN ('draft', 'review')`)
export class Revision {
  @PrimaryColumn('uuid')
  publicationId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('text')
  title!: string;

  @Column('text')
  content!: string;

  @Column('text')
  description!: string;

  @Column('text', { array: true })
  tags!: string[];

  @Column('text', { array: true })
  sources!: string[];

  @Column('text')
  authorKind!: string;

  @Column('text')
  authorName!: string;

  @Column('text')
  intent!: Intent;

  @Column('text', { default: '' })
  changeNote!: string;

  /** Length of the content, in characters; `null` in revisions that are older than this column. */
  @Column('integer', { nullable: true })
  contentLength!: number | null;

  /** The key that wrote the revision; `null` if an operator wrote it, or the revision is older than this column. */
  @Column('text', { nullable: true })
  keyId!: string | null;

  /** The channel of the write; `null` in rows that older versions of the service wrote. */
  @Column('text', { nullable: true })
  channel!: string | null;

  /**
   * The program that wrote the revision, as the program names itself. `null` if the program sent no name, if an
   * operator wrote the revision, or if the revision is older than this column.
   */
  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  /** The channel, in rows that the previous version of the service wrote. */
  @Column('text', { nullable: true })
  door!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
