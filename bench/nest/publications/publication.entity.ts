import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';

/** A document as its clients edit it. */
@Entity()
@Unique(['locale', 'slug'])
@Index(['accountId', 'createdAt', 'id'])
export class Publication {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column()
  locale!: string;

  @Column()
  slug!: string;

  @Column()
  title!: string;

  @Column('text')
  content!: string;

  @Column()
  contentLength!: number;

  @Column('text', { default: '' })
  description!: string;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  @Column('text', { array: true, default: [] })
  sources!: string[];

  @Column({ default: 'service' })
  authorKind!: string;

  @Column()
  authorName!: string;

  @Column({ default: 'draft' })
  intent!: string;

  @Column({ default: '' })
  changeNote!: string;

  @Column({ default: 1 })
  version!: number;

  @Column('integer', { nullable: true })
  publishedVersion!: number | null;

  @Column('timestamptz', { nullable: true })
  publishedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
