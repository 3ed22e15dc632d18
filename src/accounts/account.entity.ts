import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountStatus, Checks, Plan, ReleaseRule } from './account-facts.js';

@Entity('account')
@Check('account_plan_check', `plan IN ('free', 'upgraded')`)
@Check('account_daily_write_limit_check', `daily_write_limit >= 0`)
@Check(
  'account_release_rule_check',
  `release_rule IN ('any-key', 'other-key', 'confirmed', 'desk')`,
)
@Check('account_approvals_check', `approvals BETWEEN 1 AND 5`)
@Check('account_checks_check', `checks IN ('advice', 'strict')`)
@Check('account_status_check', `status IN ('active', 'suspended')`)
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  /** Maximum number of accepted writes per UTC day; `null` if the limit of the plan applies. */
  @Column('integer', { nullable: true })
  dailyWriteLimit!: number | null;

  @Column('text')
  status!: AccountStatus;

  /** Desk sessions that began before this time are invalid; `null` if the account was never resumed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  resumedAt!: Date | null;

  @Column('text', { default: 'any-key' })
  releaseRule!: ReleaseRule;

  /** Number of different approvers who approve a revision before it is released; 1 under every rule but `desk`. */
  @Column('integer', { default: 1 })
  approvals!: number;

  @Column('text', { default: 'advice' })
  checks!: Checks;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
