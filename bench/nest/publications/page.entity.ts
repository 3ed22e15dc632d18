import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The public page of a document, as it was at the last publish. */
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
