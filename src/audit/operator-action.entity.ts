import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A command of an operator that changed something, such as `keys revoke`; never deleted. */
@Entity('operator_action')
@Index('operator_action_number_idx', ['number'])
export class OperatorAction {
  @PrimaryColumn('uuid')
  id!: string;

  /** Place in the audit. */
  @Column('bigint', { default: () => "nextval('audit_number')" })
  number!: string;

  /** Name of the command. */
  @Column('text')
  action!: string;

  /** Login name of the person who ran the command. */
  @Column('text')
  operator!: string;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /** Target and arguments of the command; never a secret (contract 7). */
  @Column('jsonb')
  details!: object;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
