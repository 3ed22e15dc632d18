import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an operator did to an account, a key or a publication, for good. */
@Entity('operator_action')
@Index('operator_action_created_idx', ['createdAt', 'id'])
export class OperatorAction {
  @PrimaryColumn('uuid')
  id!: string;

  /** The name of the command, such as `keys revoke`. */
  @Column('text')
  action!: string;

  /** The login name of the person at the shell. */
  @Column('text')
  operator!: string;

  /** The account that it was done to, if it was one. */
  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /** What it was done to and with; never a secret (contract 7). */
  @Column('jsonb')
  details!: object;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
