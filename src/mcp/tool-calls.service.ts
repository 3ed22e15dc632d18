import { Injectable } from '@nestjs/common';
import { assertNotSuspended, assertScope } from '../keys/access.js';
import { actorOf } from '../keys/actor.js';
import { Config } from '../platform/config/config.js';
import { problemBody } from '../platform/problems/problem.js';
import { problemOf } from '../platform/problems/common-problems.js';
import type { McpRequest } from './mcp-request.js';
import type { Declared } from './messages.js';
import { toolArguments } from './tool-arguments.js';
import { answered, refused, type ToolResult } from './results.js';
import { type ToolAnswer, ToolServices } from './tool.js';
import { type OfferedTool, toolNamed } from './tools.js';

/** Calls tools: the checks of an HTTP request in their order, then the one service call (contract 5, 8). */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly services: ToolServices,
    private readonly config: Config,
  ) {}

  /**
   * Refusals are results: only so does the model see them.
   * @throws Error of an unknown tool
   */
  async call(
    request: McpRequest,
    declared: Declared,
    gone: AbortSignal,
    name: string,
    args: unknown,
  ): Promise<ToolResult> {
    const offered = toolNamed(name);
    try {
      return answered(await this.carryOut(request, declared, gone, offered, args));
    } catch (error) {
      const problem = problemOf(error);
      request.refusal = { code: problem.code, error, channel: 'mcp' };
      return refused(problemBody(problem, 'mcp', this.config.publicBaseUrl, request.requestId));
    }
  }

  private async carryOut(
    { principal, requestId }: McpRequest,
    { client }: Declared,
    gone: AbortSignal,
    { tool, listed }: OfferedTool,
    args: unknown,
  ): Promise<ToolAnswer> {
    const actor = actorOf(principal, 'mcp', requestId, client);
    assertNotSuspended(principal);
    assertScope(actor, tool.scope);
    const { own, input } = await toolArguments(tool, listed, args, this.config);
    const wait = (seconds: number) => (seconds > 0 ? { seconds, signal: gone } : undefined);
    return tool.run(this.services, { actor, own, input, wait });
  }
}
