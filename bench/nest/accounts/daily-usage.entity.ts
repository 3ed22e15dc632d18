import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much an account has written on one day. */
@Entity()
export class DailyUsage {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column({ default: 0 })
  used!: number;
}
