import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity, type DocumentBuilder } from '@nestjs/swagger';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Access } from './access.js';
import type { Actor } from './actor.js';
import type { Scope } from './scope.js';

/** Name of the security scheme in the OpenAPI document. */
export const KEY_SECURITY = 'publisherKey';

/**
 * The security scheme with the name `KEY_SECURITY`. In OpenAPI 3.1, each route can list its required scope under this
 * name.
 */
export const KEY_SECURITY_SCHEME: Parameters<DocumentBuilder['addSecurity']>[1] = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'imp_<keyId>_<secret><checksum>',
  description:
    'A publisher key with the scopes `read`, `write` and `publish`, which are separate: no scope includes another. Operators issue keys.',
};

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
