import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Actor } from './actor.js';

export interface KeyedRequest extends ServiceRequest {
  actor: Actor;
}

/** The actor of the request, for a handler behind `@RequireScope`. */
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor =>
    context.switchToHttp().getRequest<KeyedRequest>().actor,
);
