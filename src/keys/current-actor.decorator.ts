import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Actor } from './actor.js';

export interface KeyedRequest extends ServiceRequest {
  actor: Actor;
}

/** Parameter decorator for the actor of the request, in a handler with `@RequireScope`. */
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor =>
    context.switchToHttp().getRequest<KeyedRequest>().actor,
);
