import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ACCESS } from '../platform/http/access.js';
import type { Scope } from './scope.js';

/** No key at all, what a guard of the route's own decides, any valid key, or a key with one scope. */
export type Access = 'public' | 'own-guard' | 'any-key' | Scope;

/** What a route, or else its controller, declares; `undefined`: nothing, so nobody may call it. */
export const declaredAccess = (
  reflector: Reflector,
  context: ExecutionContext,
): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(ACCESS, [
    context.getHandler(),
    context.getClass(),
  ]);
