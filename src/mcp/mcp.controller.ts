import { All, Controller, Header, HttpCode, Options, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { GuardedBy } from '../keys/access.decorators.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import type { McpRequest, MessageRequest } from './mcp-request.js';
import { McpGuard, ReadersGuard } from './mcp.guard.js';
import { McpService } from './mcp.service.js';
import { ReadersService } from './readers/readers.service.js';

/**
 * MCP over Streamable HTTP, stateless: for publisher keys, and for readers' assistants, which need no key (contract 8).
 */
@Controller('mcp')
export class McpController {
  constructor(
    private readonly service: McpService,
    private readonly readers: ReadersService,
  ) {}

  @Post()
  @GuardedBy(McpGuard)
  post(@Req() request: McpRequest, @Res() response: Response): Promise<void> {
    return this.service.run(request, response);
  }

  @Post('public')
  @GuardedBy(ReadersGuard)
  postPublic(@Req() request: MessageRequest, @Res() response: Response): Promise<void> {
    return this.readers.run(request, response);
  }

  /** Answers the preflight requests of browsers (contract 8). */
  @Options(['', 'public'])
  @PublicRoute()
  @HttpCode(204)
  @Header('Access-Control-Allow-Methods', 'POST, OPTIONS')
  @Header(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Request-Id, traceparent, tracestate',
  )
  @Header('Access-Control-Max-Age', '600')
  preflight(): void {}
}

/**
 * Addresses at which MCP clients look for OAuth. These addresses answer 404 in JSON, because some clients loop if they
 * get an HTML page (contract 8).
 */
@Controller()
@PublicRoute()
export class NoOauthController {
  /** @throws Problem `not_found` */
  @All(['.well-known', '.well-known/*path', 'register', 'authorize', 'token'])
  nothing(): never {
    throw routeNotFound();
  }
}
