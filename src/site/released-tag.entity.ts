import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A tag of a document that is shown, so that a list of one tag is read from an index, newest first. */
@Entity('released_tag')
@Index('released_tag_newest_idx', ['tag', 'publishedAt', 'locale', 'slug'])
export class ReleasedTag {
  @PrimaryColumn('text')
  locale!: string;

  @PrimaryColumn('text')
  slug!: string;

  @PrimaryColumn('text')
  tag!: string;

  /** As the page's. */
  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt!: Date;
}
