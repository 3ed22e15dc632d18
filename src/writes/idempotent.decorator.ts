import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { JsonBodyInterceptor } from '../platform/http/json-body.interceptor.js';
import { Refuses } from '../platform/openapi/operation.decorator.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** A route that writes: it reads a JSON body and needs an idempotency key (CONTRACT 5). */
export const Idempotent = () =>
  applyDecorators(
    UseInterceptors(JsonBodyInterceptor, IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: true,
      description:
        'Your own name for this write, such as a new UUID; send the same again when you repeat it. 1 to 255 visible ASCII characters.',
      schema: { type: 'string', pattern: '^[!-~]{1,255}$', minLength: 1, maxLength: 255 },
    }),
    Refuses(
      'invalid_json',
      'invalid_request',
      'idempotency_key_required',
      'idempotency_key_invalid',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
      'idempotency_key_reused',
      'daily_limit_exceeded',
    ),
  );
