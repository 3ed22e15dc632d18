import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { Config } from '../platform/config/config.js';
import { withBody } from '../platform/http/body-reader.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { Problem } from '../platform/problems/problem.js';
import { PICTURE_TYPES } from './picture-types.js';
import type { PutOutcome, UploadedPicture } from './pictures.service.js';
import type { UploadRequest } from './upload.guard.js';

/** Accepted `Content-Type` values. Many programs send every file as `application/octet-stream`. */
const ACCEPTED: ReadonlySet<string> = new Set([
  ...Object.values(PICTURE_TYPES),
  'application/octet-stream',
]);

/**
 * Reads the bytes of a picture after the guard has run. Answers 201 if the picture is new, and 200 if the account
 * already had it (contract 14).
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `unavailable`
 */
@Injectable()
export class PictureBodyInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  async intercept(
    context: ExecutionContext,
    next: CallHandler<PutOutcome>,
  ): Promise<Observable<UploadedPicture>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest & UploadRequest>();
    assertPicture(request);
    const { pictureMaxBytes: maxBytes } = this.config;
    const payer = request.actor?.keyId ?? `upload ${request.upload!.accountId}`;
    const { picture, isNew } = await withBody(request, payer, maxBytes, (bytes) => {
      request.body = bytes;
      return lastValueFrom(next.handle());
    });
    http.getResponse<Response>().status(isNew ? 201 : 200);
    return of(picture);
  }
}

/** Parameter decorator for the bytes that the interceptor has read. */
export const PictureBytes = createParamDecorator(
  (_: unknown, context: ExecutionContext): Buffer =>
    context.switchToHttp().getRequest<ServiceRequest>().body as Buffer,
);

function assertPicture({ headers }: ServiceRequest): void {
  const { 'content-encoding': coding = 'identity', 'content-type': type } = headers;
  const isAccepted = type === undefined || ACCEPTED.has(type.split(';')[0]!.trim().toLowerCase());
  if (isAccepted && coding.toLowerCase() === 'identity') return;
  throw new Problem('unsupported_media_type', {
    detail: 'The body is not declared as a picture of an accepted type, or it is compressed.',
    nextStep: `Send a \`Content-Type\` of ${Object.values(PICTURE_TYPES).join(', ')}, or send no \`Content-Type\`. Do not send a \`Content-Encoding\`.`,
  });
}
