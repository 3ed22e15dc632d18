import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that records are or were signed with (contract 15). */
@Entity('signing_key')
export class SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('text')
  kid!: string;

  /** Member `x` of the JWK. */
  @Column('text')
  publicKey!: string;

  /** PKCS #8; `null`: retired, or kept in `SIGNING_KEY_FILE`. Read by nothing but what signs. */
  @Column('bytea', { nullable: true, select: false })
  privateKey!: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
