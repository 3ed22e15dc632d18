import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A feed as it was made after a release, compressed. */
@Entity('prerendered_feed')
export class PrerenderedFeed {
  /** Empty: the feed of all documents. */
  @PrimaryColumn('text')
  locale!: string;

  /** The ETag without its quotation marks: of what the feed shows, and of what made it. */
  @Column('text')
  tag!: string;

  @Column('bytea')
  br!: Buffer;

  @Column('bytea')
  gzip!: Buffer;
}
