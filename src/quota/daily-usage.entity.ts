import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Units taken by one account on one UTC day. */
@Entity('daily_usage')
export class DailyUsage {
  @PrimaryColumn('uuid')
  @ForeignKey('Account', { name: 'daily_usage_account_id_fkey' })
  accountId!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column('integer')
  used!: number;
}
