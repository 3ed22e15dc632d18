import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { Config } from '../platform/config/config.js';
import type { PublicationDto } from './publication.dto.js';

/** Tells where the publication of an answer can be read (RFC 9110, CONTRACT 4). */
@Injectable()
export class LocationInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<PublicationDto>,
  ): Observable<PublicationDto> {
    const response = context.switchToHttp().getResponse<Response>();
    const { publicBaseUrl } = this.config;
    return next
      .handle()
      .pipe(
        tap(({ id }) => response.set('Location', `${publicBaseUrl}/api/v1/publications/${id}`)),
      );
  }
}
