import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture of an account, as it was uploaded (contract 14). Two accounts with the same bytes have a row each. */
@Entity('picture')
@Index('picture_put_at_idx', ['putAt'])
export class Picture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_pkey' })
  accountId!: string;

  /** Of the bytes, hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_pkey' })
  sha256!: string;

  /** Its media type. */
  @Column('text')
  type!: string;

  /** In pixels, turned as it is shown. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** How many were uploaded. */
  @Column('integer')
  bytes!: number;

  /** What was uploaded, for exports alone: nobody else gets it. */
  @Column('bytea', { select: false })
  original!: Uint8Array;

  /** When it was uploaded, for the last time. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  putAt!: Date;
}
