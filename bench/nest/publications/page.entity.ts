import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What readers see of a document: what it was when it was published. */
@Entity()
export class Page {
  @PrimaryColumn()
  locale!: string;

  @PrimaryColumn()
  slug!: string;

  @Column('uuid')
  publicationId!: string;

  @Column()
  version!: number;

  @Column('text')
  html!: string;
}
