import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { uploadNotFound } from './pictures.errors.js';
import { UploadAddresses } from './upload-addresses.service.js';
import type { UploadClaim } from './upload-token.js';

/** A request to an upload address; `UploadGuard` sets `upload` if the address is valid. */
export interface UploadRequest {
  upload?: UploadClaim;
}

/** Checks an upload address before the body of the request is read (contract 14). */
@Injectable()
export class UploadGuard implements CanActivate {
  constructor(
    private readonly addresses: UploadAddresses,
    private readonly inProgress: RequestsInProgress,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest & UploadRequest>();
    await this.inProgress.ofAddress(request);
    request.admitAgain = async () => {
      const upload = await this.addresses.claimOf(String(request.params['token']));
      if (!upload) throw uploadNotFound();
      request.upload = upload;
    };
    await request.admitAgain();
    return true;
  }
}
