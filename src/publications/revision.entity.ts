import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import type { Intent } from './document/publication-state.js';

/** A revision of a publication; written once, never changed. */
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

  /** Characters of the content; `null` in revisions from before it was kept. */
  @Column('integer', { nullable: true })
  contentLength!: number | null;

  /** The key that wrote it; `null` for an operator, and in revisions from before it was kept. */
  @Column('text', { nullable: true })
  keyId!: string | null;

  /** The channel of the write; `null` for revisions of an older version of the service. */
  @Column('text', { nullable: true })
  channel!: string | null;

  /** The program that wrote it, as it names itself. */
  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  /** The same as `channel`, written by the version of the service before this one. */
  @Column('text', { nullable: true })
  door!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
