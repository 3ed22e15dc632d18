import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Plan, PLANS } from '../accounts/account-facts.js';
import { ApiDateTime, ApiInteger } from '../platform/openapi/property.decorators.js';

/** The daily limit of an account, and the writes that it may still make today (contract 4). */
@ApiSchema({ name: 'Usage', description: 'How many writes the account has left today.' })
export class UsageDto {
  @ApiProperty({
    format: 'uuid',
    description: 'The account of the key.',
    examples: ['019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10'],
  })
  accountId!: string;

  @ApiProperty({ enum: PLANS, description: 'The plan of the account.' })
  plan!: Plan;

  /** The account's own limit, or the limit of its plan. */
  @ApiInteger(0, 'How many writes are accepted per UTC day.', { examples: [100] })
  dailyWriteLimit!: number;

  @ApiInteger(0, 'Writes accepted today.', { examples: [3] })
  used!: number;

  @ApiInteger(0, 'Writes left today.', { examples: [97] })
  remaining!: number;

  /** The next midnight in UTC by the clock of the database. */
  @ApiDateTime('When the next UTC day begins.', { examples: ['2026-11-22T00:00:00.000Z'] })
  resetsAt!: string;

  /** True if the plan is `free` and `remaining` is 0. */
  @ApiProperty({ description: 'Whether the account needs another plan for more writes today.' })
  upgradeRequired!: boolean;
}
