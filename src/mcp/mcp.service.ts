import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import { Exchanges } from './exchanges.service.js';
import { instructions } from './instructions.js';
import type { McpRequest } from './mcp-request.js';
import { ToolCalls } from './tool-calls.service.js';
import { TOOLS } from './tools.js';

const LISTED = TOOLS.map(({ listed }) => listed);

/** The endpoint for publisher keys (contract 8). */
@Injectable()
export class McpService {
  constructor(
    private readonly exchanges: Exchanges,
    private readonly calls: ToolCalls,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
  ) {}

  /** @throws Problem the problems of `Exchanges.run` */
  run(request: McpRequest, response: Response): Promise<void> {
    const { keyId, scopes } = request.principal;
    return this.exchanges.run(request, response, {
      title: 'Imprimatur',
      instructions: instructions(scopes),
      tools: LISTED,
      call: (message, isModern, gone) => this.calls.call(request, message, isModern, gone),
      countRest: async (count) => {
        for (let left = count; left > 0; left -= 1) this.burstLimit.countRequest(keyId);
        await this.inProgress.ofKey(request, keyId, count);
      },
    });
  }
}
