import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of writes of an account on one day. */
@Entity()
export class DailyUsage {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column({ default: 0 })
  used!: number;
}
