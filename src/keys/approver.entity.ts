import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person who decides at the desk for one account (contract 7). */
@Entity('approver')
export class Approver {
  /** The public part of the sign-in key. It stays the same when the key is rotated. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid')
  @Index('approver_account_id_idx')
  accountId!: string;

  /** Name of the person, given by the operator. Readers see the name on released documents. */
  @Column('text')
  name!: string;

  /** SHA-256 of the secret. */
  @Column('bytea', { select: false })
  secretHash!: Buffer;

  /** SHA-256 of the secret in the address of the person's feed; `null` if there is no feed. */
  @Column('bytea', { nullable: true, select: false })
  feedHash!: Buffer | null;

  /** Number of rotations of the key. A session that an earlier key opened has ended. */
  @Column('integer', { default: 0, select: false })
  rotations!: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
