import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Access } from './access.js';
import type { Actor } from './actor.js';
import { KEY_SECURITY } from './key-security.js';
import type { Scope } from './scope.js';

/** Requires a key with this scope for the route, and documents the scope in the OpenAPI document. */
export const RequireScope = (scope: Scope) =>
  applyDecorators(SetMetadata(ACCESS, scope satisfies Access), ApiSecurity(KEY_SECURITY, [scope]));

/** Protects the route with this guard instead of the bearer guard. */
export const GuardedBy = (guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(ACCESS, 'own-guard' satisfies Access), UseGuards(guard));

export interface KeyedRequest extends ServiceRequest {
  actor: Actor;
}

/** Parameter decorator for the actor of the request, in a handler with `@RequireScope`. */
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor =>
    context.switchToHttp().getRequest<KeyedRequest>().actor,
);
