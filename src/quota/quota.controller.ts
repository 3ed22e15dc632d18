import { applyDecorators, Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../keys/access.decorators.js';
import type { Actor } from '../keys/actor.js';
import { CurrentActor } from '../keys/current-actor.decorator.js';
import { Answers, Operation, Refuses } from '../platform/openapi/operation.decorator.js';
import { NoInput } from '../platform/validation/validated.js';
import { QuotaFieldsInterceptor } from './quota-fields.interceptor.js';
import { QuotaService } from './quota.service.js';
import { UsageDto } from './usage.dto.js';
import type { Quota } from './usage.js';

const DocumentedUsage = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'getAccountUsage',
      summary: 'Read the usage of today',
      description: 'What the account of the key may still write today. Costs nothing.',
    }),
    Answers({
      status: 200,
      description: 'The usage.',
      body: UsageDto,
      headers: ['RateLimit', 'RateLimit-Policy'],
    }),
    Refuses('invalid_request'),
  );

/** What the account may still write today (CONTRACT 4). */
@ApiTags('account')
@Controller('api/v1/account/usage')
export class QuotaController {
  constructor(private readonly quota: QuotaService) {}

  @Get()
  @DocumentedUsage()
  @RequireScope('read')
  @UseInterceptors(QuotaFieldsInterceptor)
  usage(@Query() _: NoInput, @CurrentActor() actor: Actor): Promise<Quota> {
    return this.quota.read(actor.accountId);
  }
}
