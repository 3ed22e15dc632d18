import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that signs or has signed records (contract 15). */
@Entity('signing_key')
export class SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('text')
  kid!: string;

  /** Member `x` of the JWK. */
  @Column('text')
  publicKey!: string;

  /** PKCS #8; `null`: retired, or kept in `SIGNING_KEY_FILE`. Read only for signing. */
  @Column('bytea', { nullable: true, select: false })
  privateKey!: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
