import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { Config } from '../platform/config/config.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { INVALID_REQUEST, jsonRpcError } from './json-rpc.js';

/**
 * Whether a page was served by the machine on which its browser runs. DNS rebinding cannot fake such an origin, because
 * DNS rebinding does not change the origin of a page.
 */
const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(origin);

const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';

/** Checks the origin of browser calls before all other checks, even before the check of the key (contract 8). */
@Injectable()
export class McpOriginMiddleware implements NestMiddleware {
  private readonly origins: readonly string[];

  constructor({ publicBaseUrl, mcpAllowedOrigins }: Config) {
    this.origins = [publicBaseUrl, ...mcpAllowedOrigins];
  }

  use(request: ServiceRequest, response: Response, next: NextFunction): void {
    request.channel = 'mcp';
    response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Origin' });
    const origin = request.get('origin');
    if (origin === undefined) {
      next();
      return;
    }
    if (!this.origins.includes(origin) && !isLoopback(origin)) {
      const message =
        'This server accepts no calls from web pages of this origin. An operator can allow the origin with MCP_ALLOWED_ORIGINS.';
      response.status(403).json(jsonRpcError(INVALID_REQUEST, message));
      return;
    }
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
    });
    next();
  }
}
