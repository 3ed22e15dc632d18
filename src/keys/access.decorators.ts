import {
  applyDecorators,
  type CanActivate,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import type { Access } from './access.js';
import { KEY_SECURITY } from './key-security.js';
import type { Scope } from './scope.js';

/** Requires a key with this scope for the route, and documents the scope in the OpenAPI document. */
export const RequireScope = (scope: Scope) =>
  applyDecorators(SetMetadata(ACCESS, scope satisfies Access), ApiSecurity(KEY_SECURITY, [scope]));

/** Protects the route with this guard instead of the bearer guard. */
export const GuardedBy = (guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(ACCESS, 'own-guard' satisfies Access), UseGuards(guard));
