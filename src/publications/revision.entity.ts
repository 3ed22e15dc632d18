import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import type { DocumentValue } from '../documents/document.js';
import type { Intent } from '../documents/publication-state.js';

/** A revision of a publication. The row is written once and never changed; an erasure deletes it. */
@Entity('revision')
@Check('revision_intent_check', `intent IN ('draft', 'review')`)
export class Revision {
  @PrimaryColumn('uuid')
  publicationId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('jsonb')
  document!: DocumentValue;

  @Column('text')
  content!: string;

  @Column('text')
  intent!: Intent;

  @Column('text')
  changeNote!: string;

  /** Length of the content, in characters. */
  @Column('integer')
  contentLength!: number;

  /** The key that wrote the revision; `null` if an operator wrote it. */
  @Column('text', { nullable: true })
  keyId!: string | null;

  /** The channel of the write. */
  @Column('text')
  channel!: string;

  /**
   * The program that wrote the revision, as the program names itself. `null` if the program sent no name, or if an
   * operator wrote the revision.
   */
  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
