import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who publishes, and how much a day. */
@Entity()
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column()
  name!: string;

  @Column()
  dailyWriteLimit!: number;
}
