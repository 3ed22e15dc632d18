import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Extension } from './picture-types.js';

/** A file for readers: a picture as the service encoded it, at one width and in one format (contract 14). */
@Entity('picture_file')
@Index('picture_file_name_idx', ['sha256', 'width', 'extension'])
export class PictureFile {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_file_pkey' })
  accountId!: string;

  /** SHA-256 of the uploaded picture. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_file_pkey' })
  sha256!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'picture_file_pkey' })
  width!: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_file_pkey' })
  extension!: Extension;

  @Column('integer')
  height!: number;

  @Column('integer')
  bytes!: number;

  /** ETag without quotation marks: a digest of the bytes. */
  @Column('text')
  tag!: string;

  @Column('bytea', { select: false })
  body!: Uint8Array;
}
