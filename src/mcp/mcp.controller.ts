import { All, Controller, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { GuardedBy } from '../keys/access.decorators.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import type { McpRequest } from './mcp-request.js';
import { McpGuard } from './mcp.guard.js';
import { Preflight } from './preflight.decorator.js';
import { McpService } from './mcp.service.js';

/** MCP over Streamable HTTP, stateless (contract 8). */
@Controller('mcp')
export class McpController {
  constructor(private readonly service: McpService) {}

  @Post()
  @GuardedBy(McpGuard)
  post(@Req() request: McpRequest, @Res() response: Response): Promise<void> {
    return this.service.run(request, response);
  }

  @Preflight()
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
