import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable, tap } from 'rxjs';
import { Config } from '../platform/config/config.js';
import type { PublicationDto } from './dto/publication.dto.js';

/**
 * Tags an answer by its bytes, so that the tag changes with any member (contract 4). Express answers
 * 304 where `If-None-Match` names the tag.
 */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        const body = JSON.stringify(answer);
        const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
        response.type('application/json').set('ETag', `"${tag}"`);
        return body;
      }),
    );
  }
}

/** Tells where the publication of an answer can be read (RFC 9110, contract 4). */
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
