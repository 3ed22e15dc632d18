import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { JsonBodyInterceptor } from '../platform/http/json-body.js';
import { preferenceApplied } from '../platform/http/prefer-wait.js';
import { Refuses } from '../platform/openapi/operation.decorator.js';
import { type Quota, rateLimitFields } from '../quota/usage.js';
import { IDEMPOTENCY_KEY_SCHEMA, idempotencyKey, unquoted } from './idempotency-key.js';

interface KeyedWriteRequest extends Request {
  idempotencyKey: string;
}

interface Outcome {
  readonly publication: object;
  readonly replayed: boolean;
  readonly quota: Quota;
  readonly waitSeconds?: number;
}

/** Checks the idempotency key, before the body is validated. Adds the headers for quota, replay and wait (contract 4, 5). */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Outcome>): Observable<object> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedWriteRequest>();
    const header = request.get('idempotency-key');
    request.idempotencyKey = idempotencyKey(header === undefined ? undefined : unquoted(header));
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map(({ publication, replayed, quota, waitSeconds }) => {
        response.set(rateLimitFields(quota));
        if (replayed) response.set('Idempotent-Replayed', 'true');
        if (waitSeconds !== undefined) response.set(preferenceApplied(waitSeconds));
        return publication;
      }),
    );
  }
}

/** The idempotency key of the request, for a handler with `@Idempotent`. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<KeyedWriteRequest>().idempotencyKey,
);

/**
 * Declares a route that writes. The route reads a JSON body, and needs an idempotency key (contract 5).
 * @param checks interceptors that check the body before the key is checked
 */
export const Idempotent = (...checks: Type<NestInterceptor>[]) =>
  applyDecorators(
    UseInterceptors(JsonBodyInterceptor, ...checks, IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: true,
      description:
        'A name that you choose for this write, such as a new UUID; send the same name again when you repeat the write. 1 to 255 visible ASCII characters.',
      schema: IDEMPOTENCY_KEY_SCHEMA,
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
