import { applyDecorators, Header, HttpCode, Options } from '@nestjs/common';
import { PublicRoute } from '../platform/http/public-route.decorator.js';

/** Declares the answer to the preflight requests of browsers (contract 8). */
export const Preflight = (): MethodDecorator =>
  applyDecorators(
    Options(),
    PublicRoute(),
    HttpCode(204),
    Header('Access-Control-Allow-Methods', 'POST, OPTIONS'),
    Header(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Request-Id, traceparent, tracestate',
    ),
    Header('Access-Control-Max-Age', '600'),
  );
