import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { BurstLimit } from '../../keys/burst-limit.service.js';
import { RequestsInProgress } from '../../keys/requests-in-progress.service.js';
import type { ServiceRequest } from '../../platform/http/service-request.js';

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
