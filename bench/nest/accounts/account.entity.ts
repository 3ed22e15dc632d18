import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account and its daily limit. */
@Entity()
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column()
  name!: string;

  @Column()
  dailyWriteLimit!: number;
}
