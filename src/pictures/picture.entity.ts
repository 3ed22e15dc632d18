import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture as an account uploaded it (contract 14). If two accounts upload the same bytes, each has its own row. */
@Entity('picture')
@Index('picture_put_at_idx', ['putAt'])
export class Picture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_pkey' })
  accountId!: string;

  /** SHA-256 of the bytes, hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_pkey' })
  sha256!: string;

  /** Media type, detected from the bytes. */
  @Column('text')
  type!: string;

  /** Width and height of the first frame in pixels, after the rotation that the metadata specifies. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** Number of uploaded bytes. */
  @Column('integer')
  bytes!: number;

  /** The uploaded bytes, which only exports read. */
  @Column('bytea', { select: false })
  original!: Uint8Array;

  /** Time of the last upload. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  putAt!: Date;
}
