import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable, tap } from 'rxjs';
import { Config } from '../platform/config/config.js';
import type { PublicationListDto } from './dto/list-publications.dto.js';
import type { PublicationDto } from './dto/publication.dto.js';
import { etagOf } from './etag.js';
import type { WriteOutcome } from './publications.service.js';
import { shortAnswer } from './short-answer.js';
import { assertScope } from '../keys/access.js';
import type { Actor } from '../keys/actor.js';
import type { KeyedRequest } from '../keys/access.decorators.js';

/**
 * Checks the scope `read` if an update has edits. This scope is needed, because the answer to a failed edit tells in
 * which lines of the content a text occurs (contract 2, "Edits").
 * @param input the body of the update, or the arguments of the tool
 * @throws Problem `insufficient_scope`
 */
export function assertEditsScope(actor: Actor, input: unknown): void {
  const { edits = null } = (input ?? {}) as { readonly edits?: unknown };
  if (edits !== null) assertScope(actor, 'read');
}

/** Checks the scope directly after the body is read, before the idempotency key and the fields (contract 5). */
@Injectable()
export class EditsScopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor, body } = context.switchToHttp().getRequest<KeyedRequest>();
    assertEditsScope(actor, body);
    return next.handle();
  }
}

/**
 * Shortens the answer to a write for a key without `read`, so that no such key learns what it did not send (contract 4).
 * Must run before the interceptor of `@Idempotent`.
 */
@Injectable()
export class ShortAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<WriteOutcome>): Observable<object> {
    const { actor } = context.switchToHttp().getRequest<KeyedRequest>();
    if (actor.scopes.includes('read')) return next.handle();
    return next
      .handle()
      .pipe(map((outcome) => Object.assign({}, outcome, { publication: shortAnswer(outcome) })));
  }
}

/** Sets `ETag` to a hash of the body (contract 4). Express then answers 304 if `If-None-Match` contains this tag. */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(
    context: ExecutionContext,
    next: CallHandler<{ readonly warnings?: unknown }>,
  ): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ warnings, ...state }) => {
        const body = JSON.stringify(state);
        const shown = warnings === undefined ? '' : JSON.stringify(warnings);
        response.type('application/json').set('ETag', etagOf(body, shown));
        return shown === '' ? body : `${body.slice(0, -1)},"warnings":${shown}}`;
      }),
    );
  }
}

/** Sets `Location` to the address of the publication (RFC 9110, contract 4). */
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

/** Adds a `Link` header with the address of the next page, made from `nextCursor` (RFC 8288, contract 4). */
@Injectable()
export class NextPageInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<PublicationListDto>,
  ): Observable<PublicationListDto> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap(({ nextCursor }) => {
        if (nextCursor === null) return;
        const { url } = http.getRequest<Request>();
        // Skips `new URL` for an address without a query, because parsing took 3 % of the time of a list request.
        const search = url.includes('?') ? new URL(url, this.config.publicBaseUrl).search : '';
        const query = new URLSearchParams(search);
        query.set('cursor', nextCursor);
        const address = `${this.config.publicBaseUrl}/api/v1/publications?${query}`;
        http.getResponse<Response>().set('Link', `<${address}>; rel="next"`);
      }),
    );
  }
}
