import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { GuardedBy } from '../../keys/access.decorators.js';
import type { MessageRequest } from '../mcp-request.js';
import { Preflight } from '../preflight.decorator.js';
import { ReadersGuard } from './readers.guard.js';
import { ReadersService } from './readers.service.js';

/** MCP for readers' assistants, without a key (contract 8). */
@Controller('mcp/public')
export class ReadersController {
  constructor(private readonly service: ReadersService) {}

  @Post()
  @GuardedBy(ReadersGuard)
  post(@Req() request: MessageRequest, @Res() response: Response): Promise<void> {
    return this.service.run(request, response);
  }

  @Preflight()
  preflight(): void {}
}
