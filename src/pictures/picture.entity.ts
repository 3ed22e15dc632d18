import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Extension } from './picture-types.js';

/** A picture as an account uploaded it (contract 14). If two accounts upload the same bytes, each has its own row. */
@Entity('picture')
@Index('picture_put_at_idx', ['putAt'])
export class Picture {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** SHA-256 of the bytes, hexadecimal. */
  @PrimaryColumn('text')
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

/** A file for readers: a picture as the service encoded it, at one width and in one format (contract 14). */
@Entity('picture_file')
@Index('picture_file_name_idx', ['sha256', 'width', 'extension'])
export class PictureFile {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** SHA-256 of the uploaded picture. */
  @PrimaryColumn('text')
  sha256!: string;

  @PrimaryColumn('integer')
  width!: number;

  @PrimaryColumn('text')
  extension!: Extension;

  @Column('integer')
  bytes!: number;

  /** ETag without quotation marks: a digest of the bytes. */
  @Column('text')
  tag!: string;

  @Column('bytea', { select: false })
  body!: Uint8Array;
}
