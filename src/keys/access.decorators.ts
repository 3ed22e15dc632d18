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

/** Only a key with this scope may call the route; enforces and documents it. */
export const RequireScope = (scope: Scope) =>
  applyDecorators(SetMetadata(ACCESS, scope satisfies Access), ApiSecurity(KEY_SECURITY, [scope]));

/** The route has its own guard; declares and applies it. */
export const GuardedBy = (guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(ACCESS, 'own-guard' satisfies Access), UseGuards(guard));
