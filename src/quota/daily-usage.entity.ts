import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Units taken by one account on one UTC day. */
@Entity('daily_usage')
export class DailyUsage {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column('integer')
  used!: number;
}
