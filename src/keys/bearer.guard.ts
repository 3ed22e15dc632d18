import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { type Access, assertNotSuspended, assertScope } from './access.js';
import { type Actor, actorOf } from './actor.js';
import { Authentication } from './authentication.service.js';
import { BurstLimit } from './burst-limit.service.js';
import { RequestsInProgress } from './requests-in-progress.service.js';
import type { Scope } from './scope.js';

/** Guards the routes that require a scope: checks key, suspension, rate limit and scope, in this order (contract 5). */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: Authentication,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    // A route that declares no access is a programming error; every request to it fails.
    if (access === undefined) {
      throw new Error(
        `${context.getClass().name}.${context.getHandler().name} declares no access.`,
      );
    }
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (access === 'public') await this.inProgress.ofAddress(request);
    else if (access !== 'health' && access !== 'own-guard') await this.admit(request, access);
    return true;
  }

  private async admit(request: ServiceRequest, required: Scope): Promise<void> {
    const { authorization } = request.headers;
    const authenticated = async (): Promise<Actor> => {
      const principal = await this.authentication.authenticate(authorization, request.ip ?? '');
      const actor = actorOf(principal, 'http', request.requestId);
      request.actor = actor;
      assertNotSuspended(principal);
      return actor;
    };
    const actor = await authenticated();
    this.burstLimit.countRequest(actor.keyId);
    assertScope(actor, required);
    request.admitAgain = async () => assertScope(await authenticated(), required);
    await this.inProgress.ofKey(request, actor.keyId);
  }
}
