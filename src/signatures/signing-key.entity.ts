import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that signs records, or signed records in the past (contract 15). */
@Entity('signing_key')
export class SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('text')
  kid!: string;

  /** Member `x` of the JWK. */
  @Column('text')
  publicKey!: string;

  /**
   * The private key in PKCS #8; `null` if the key no longer signs, or is in `SIGNING_KEY_FILE`. Queries select this
   * column only in order to sign.
   */
  @Column('bytea', { nullable: true, select: false })
  privateKey!: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
