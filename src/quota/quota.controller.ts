import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { CurrentActor, RequireScope } from '../keys/access.decorators.js';
import type { Actor } from '../keys/actor.js';
import { Answers, Operation, Refuses } from '../platform/openapi/operation.decorator.js';
import { NoInput } from '../platform/validation/validated.js';
import { QuotaService } from './quota.service.js';
import { UsageDto } from './usage.dto.js';
import { type Quota, rateLimitFields, type Usage } from './usage.js';

const DocumentedUsage = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'getAccountUsage',
      summary: 'Read the usage of today',
      description: 'How many writes the account of the key has left today. Costs nothing.',
    }),
    Answers({
      status: 200,
      description: 'The usage.',
      body: UsageDto,
      headers: ['RateLimit', 'RateLimit-Policy'],
    }),
    Refuses('invalid_request'),
  );

/** Writes the quota into the `RateLimit` fields and the usage into the body (contract 4). */
@Injectable()
export class QuotaFieldsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Quota>): Observable<Usage> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((quota) => {
        response.set(rateLimitFields(quota));
        return quota.usage;
      }),
    );
  }
}

/** The route that tells how many writes the account may still make today (contract 4). */
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
