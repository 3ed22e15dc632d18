import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Browser programs of these origins may call the API; other addresses have rules of their own. */
export const apiCors =
  (origins: readonly string[]) =>
  (request: Request, done: (error: null, options: CorsOptions) => void): void => {
    if (!/^\/api\/v1(\/|$)/.test(request.path)) return done(null, { origin: false });
    done(null, {
      origin: [...origins],
      methods: 'GET,HEAD,POST,PATCH',
      allowedHeaders:
        'Authorization,Content-Type,Idempotency-Key,Prefer,If-Match,If-None-Match,X-Request-Id,traceparent,tracestate',
      exposedHeaders:
        'Allow,ETag,Link,Location,Retry-After,RateLimit,RateLimit-Policy,Idempotent-Replayed,Preference-Applied,WWW-Authenticate,X-Request-Id',
      maxAge: 600,
    });
  };
