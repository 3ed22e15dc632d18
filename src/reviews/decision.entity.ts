import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import type { ApprovedVia } from '../documents/release-facts.js';
import type { Writer } from '../writes/write.js';

/**
 * A decision to release a revision, to approve it while more approvals are needed, or to send it back with a note. Only an
 * erasure changes the row (contract 13, 15).
 */
@Entity('decision')
@Check('decision_outcome_check', `outcome IN ('released', 'returned', 'approved')`)
@Check('decision_via_check', `via IN ('desk', 'host', 'key')`)
@Check('decision_desk_check', `(via IS NOT DISTINCT FROM 'desk') = (channel = 'desk')`)
@Index('decision_approved_idx', ['publicationId', 'version'], { where: `outcome = 'approved'` })
@Index('decision_returned_key', ['publicationId', 'version'], {
  unique: true,
  where: `outcome = 'returned'`,
})
@Index('decision_released_idx', ['publicationId', 'version', 'id'], {
  where: `outcome = 'released'`,
})
@Index('decision_account_idx', ['accountId', 'createdAt', 'id'])
@Index('decision_audit_idx', ['number'], { where: `outcome <> 'released'` })
export class Decision {
  /** For a release, the id of the accepted write. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Place in the audit. */
  @Column('bigint', { default: () => "nextval('audit_number')" })
  number!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  publicationId!: string;

  @Column('integer')
  version!: number;

  @Column('text')
  outcome!: 'released' | 'returned' | 'approved';

  /** Name of the person, at the desk as the operator named them, else as stated; `null` if no name was given, or if it was erased. */
  @Column('text', { nullable: true })
  decidedBy!: string | null;

  /** How this person confirmed the decision; `null` if no name was given. */
  @Column('text', { nullable: true })
  via!: ApprovedVia | null;

  /** Why the revision was sent back; empty for a release, and after an erasure. */
  @Column('text', { default: '' })
  note!: string;

  /** The key that was used, at the desk the approver; `null` if an operator decided. */
  @Column('text', { nullable: true })
  keyId!: string | null;

  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  @Column('text')
  channel!: Writer['channel'];

  @Column('text')
  requestId!: string;

  /** Idempotency key of the form that sent the revision back; `null` after an erasure, and for a release. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** The version that was public at the time of a decision to release; 0: none was. `null` for other decisions. */
  @Column('integer', { nullable: true })
  publicVersion!: number | null;

  /** Codes of the errors despite which an approver released the revision (contract 16); `null` if there were none. */
  @Column('jsonb', { nullable: true })
  despite!: readonly string[] | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
