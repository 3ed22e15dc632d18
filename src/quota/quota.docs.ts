import { applyDecorators } from '@nestjs/common';
import { Answers, Operation } from '../platform/openapi/operation.decorator.js';
import { UsageDto } from './usage.dto.js';

export const DocumentedUsage = (): MethodDecorator =>
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
  );
