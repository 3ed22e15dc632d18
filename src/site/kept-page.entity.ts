import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The compressed answers at the address of a document, as they were made when it was released. */
@Entity('kept_page')
export class KeptPage {
  @PrimaryColumn('text')
  locale!: string;

  @PrimaryColumn('text')
  slug!: string;

  /** Of the page that they show. */
  @Column('text')
  stamp!: string;

  /** The template and settings that they were made with. */
  @Column('text')
  madeBy!: string;

  /** The ETag without its quotation marks, of what was compressed. */
  @Column('text')
  pageTag!: string;

  @Column('bytea')
  pageBr!: Buffer;

  @Column('bytea')
  pageGzip!: Buffer;

  @Column('text')
  markdownTag!: string;

  @Column('bytea')
  markdownBr!: Buffer;

  @Column('bytea')
  markdownGzip!: Buffer;
}
