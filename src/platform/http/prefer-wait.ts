import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** Maximum delay of an answer in seconds, if the client asks for a delay (contract 4). */
export const MAX_WAIT_SECONDS = 30;

/** Returns the first well-formed `wait` preference (RFC 7240) in seconds, at most 30; `undefined` if there is none. */
export function preferredWait(prefer: string | undefined): number | undefined {
  for (const preference of prefer?.split(',') ?? []) {
    const [, value] = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (value !== undefined) return Math.min(Number(value), MAX_WAIT_SECONDS);
  }
  return undefined;
}

/** The preferred wait, and a signal that aborts when the client disconnects; `undefined` without a preference. */
export const PreferredWait = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const seconds = preferredWait(http.getRequest<Request>().get('prefer'));
  if (seconds === undefined) return undefined;
  const gone = new AbortController();
  http.getResponse<Response>().once('close', () => gone.abort());
  return { seconds, signal: gone.signal };
});

/** The header field that says which wait was applied (RFC 7240, contract 4). */
export const preferenceApplied = (seconds: number): Record<string, string> => ({
  'Preference-Applied': `wait=${seconds}`,
});

/** Says which wait was applied in a successful answer to a read that prefers to wait. */
@Injectable()
export class PreferenceAppliedInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const seconds = preferredWait(http.getRequest<Request>().get('prefer'));
    if (seconds === undefined) return next.handle();
    const response = http.getResponse<Response>();
    return next.handle().pipe(tap(() => response.set(preferenceApplied(seconds))));
  }
}
