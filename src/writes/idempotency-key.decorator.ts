import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** A write whose idempotency key has been checked. */
export interface KeyedWriteRequest extends Request {
  idempotencyKey: string;
}

/** The idempotency key of the request, for a handler behind `@Idempotent`. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<KeyedWriteRequest>().idempotencyKey,
);
