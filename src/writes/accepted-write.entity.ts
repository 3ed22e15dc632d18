import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import type { Operation, Writer } from './write.js';

/**
 * One accepted write. The row is an idempotency record until the record expires, and then an audit row (contract 5).
 */
@Entity('accepted_write')
@Check('accepted_write_operation_check', `operation IN ('create', 'update', 'publish')`)
@Check('accepted_write_channel_check', `channel IN ('http', 'mcp', 'desk', 'operator')`)
@Check(
  'accepted_write_writer_check',
  `(key_id IS NULL) = (channel = 'operator') AND (operator IS NOT NULL) = (channel = 'operator')`,
)
@Index('accepted_write_idempotency_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('accepted_write_account_idx', ['accountId', 'number'], { where: 'number > 0' })
@Index('accepted_write_number_idx', ['number'])
@Index('accepted_write_record_idx', ['createdAt'], { where: 'idempotency_key IS NOT NULL' })
@Index('accepted_write_audit_idx', ['createdAt'], { where: 'idempotency_key IS NULL' })
export class AcceptedWrite {
  @PrimaryColumn('uuid')
  id!: string;

  /** Place in the audit. */
  @Column('bigint', { default: () => "nextval('audit_number')" })
  number!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  operation!: Operation;

  @Column('uuid')
  publicationId!: string;

  /** The revision that the write made; for a publish, the revision to release. */
  @Column('integer')
  version!: number;

  /** The key that made the write; `null` if an operator made the write. */
  @Column('text', { nullable: true })
  keyId!: string | null;

  @Column('text')
  channel!: Writer['channel'];

  /** The client program, as it names itself; `null` if the program sent no name. */
  @Column('jsonb', { nullable: true })
  client!: ClientInfo | null;

  /** Login name of the operator; `null` if a client made the write. */
  @Column('text', { nullable: true })
  operator!: string | null;

  @Column('text')
  requestId!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  @Column('bytea', { nullable: true })
  fingerprint!: Buffer | null;

  @Column('smallint', { nullable: true })
  fingerprintFormat!: number | null;

  /**
   * The publication as committed. Its content is not included, because the revision has the content. `null` after the
   * record has expired, or after the document or the revision was erased.
   */
  @Column('json', { nullable: true })
  answer!: object | null;
}
