import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountStatus } from './account-facts.js';
import type { Plan } from './plan.js';

@Entity('account')
@Check('account_plan_check', `plan IN ('free', 'upgraded')`)
@Check('account_daily_write_limit_check', `daily_write_limit >= 0`)
@Check('account_status_check', `status IN ('active', 'suspended')`)
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  /** A limit of its own; `null`: the plan's. */
  @Column('integer', { nullable: true })
  dailyWriteLimit!: number | null;

  @Column('text')
  status!: AccountStatus;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
