import {
  applyDecorators,
  type CanActivate,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiSecurity,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import type { Access } from './access.js';
import { KEY_SECURITY } from './key-security.js';
import type { Scope } from './scope.js';

const keyed = (access: Access, scopes: Scope[], forbidden: string) =>
  applyDecorators(
    SetMetadata(ACCESS, access),
    ApiSecurity(KEY_SECURITY, scopes),
    ApiUnauthorizedResponse({ description: 'No valid publisher key.' }),
    ApiForbiddenResponse({ description: forbidden }),
    ApiTooManyRequestsResponse({ description: 'Too many requests with this key.' }),
  );

/** Only a key with this scope may call the route; enforced and documented by the same line. */
export const RequireScope = (scope: Scope) =>
  keyed(scope, [scope], `The key lacks the scope \`${scope}\`, or its account is suspended.`);

/** Every valid key may call the route, whatever its scopes. */
export const AnyKey = () => keyed('any-key', [], 'The account of the key is suspended.');

/** A guard of the route's own asks for the key; declared and put up by the same line. */
export const GuardedBy = (guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(ACCESS, 'own-guard' satisfies Access), UseGuards(guard));
