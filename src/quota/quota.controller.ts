import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, RequireScope } from '../keys/access.decorators.js';
import type { Actor } from '../keys/actor.js';
import { Answers, Operation, Refuses } from '../platform/openapi/operation.decorator.js';
import { NoInput } from '../platform/validation/validated.js';
import { QuotaService } from './quota.service.js';
import { UsageDto } from './usage.dto.js';
import { rateLimitFields, type Usage } from './usage.js';

/** The route that tells how many writes the account may still make today (contract 4). */
@ApiTags('account')
@Controller('api/v1/account/usage')
export class QuotaController {
  constructor(private readonly quota: QuotaService) {}

  @Get()
  @Operation({
    operationId: 'getAccountUsage',
    summary: 'Read the usage of today',
    description: 'How many writes the account of the key has left today. Costs nothing.',
  })
  @Answers({
    status: 200,
    description: 'The usage.',
    body: UsageDto,
    headers: ['RateLimit', 'RateLimit-Policy'],
  })
  @Refuses('invalid_request')
  @RequireScope('read')
  async usage(
    @Query() _: NoInput,
    @CurrentActor() { accountId }: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Usage> {
    const quota = await this.quota.read(accountId);
    response.set(rateLimitFields(quota));
    return quota.usage;
  }
}
