import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from './scope.js';

@Entity('publisher_key')
export class PublisherKey {
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid')
  @Index('publisher_key_account_id_idx')
  accountId!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the secret. */
  @Column('bytea', { select: false })
  secretHash!: Buffer;

  @Column('text', { array: true })
  scopes!: Scope[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  /** Id of the key that replaced this key; `null` if this key was not rotated. */
  @Column('text', { nullable: true, select: false })
  successorId!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
