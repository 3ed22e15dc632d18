import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authentication } from '../keys/authentication.service.js';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { McpRequest } from './mcp-request.js';

/**
 * Checks the key, its burst limit and its requests in progress. A suspended account or a missing scope is refused
 * later, in the result of the tool, because models see results but not HTTP errors (contract 8).
 */
@Injectable()
export class McpGuard implements CanActivate {
  constructor(
    private readonly authentication: Authentication,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<McpRequest>();
    const { authorization } = request.headers;
    request.admitAgain = async () => {
      request.principal = await this.authentication.authenticate(authorization, request.ip ?? '');
      request.actor = request.principal;
    };
    await request.admitAgain();
    this.burstLimit.countRequest(request.principal.keyId);
    await this.inProgress.ofKey(request, request.principal.keyId);
    return true;
  }
}

/** Checks the limits of an address, without a key (contract 8). */
@Injectable()
export class ReadersGuard implements CanActivate {
  constructor(
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    this.burstLimit.countRead(request.ip ?? '');
    await this.inProgress.ofAddress(request);
    return true;
  }
}
