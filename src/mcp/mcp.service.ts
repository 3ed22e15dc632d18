import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { assertNotSuspended, assertScope } from '../keys/access.js';
import { actorOf } from '../keys/actor.js';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import { orderedScopes, type Scope } from '../keys/scope.js';
import { Config, deskUrl } from '../platform/config/config.js';
import { Exchanges } from './exchanges.service.js';
import { instructions } from './instructions.js';
import type { JsonObject } from './json-rpc.js';
import type { McpRequest } from './mcp-request.js';
import { declaredBy, type Message, toolNameOf } from './messages.js';
import { type OfferedTool, toolNamed } from './offered-tool.js';
import { hostAnswerOf, type Question } from './question.js';
import { argumentsOf, toolArguments } from './tool-arguments.js';
import { type CallResult, resultOf } from './results.js';
import { type Tool, type ToolAnswer, ToolServices } from './tool.js';
import { TOOLS } from './tools.js';

const LISTED = TOOLS.map(({ listed }) => listed);

/** The endpoint for publisher keys (contract 8). */
@Injectable()
export class McpService {
  constructor(
    private readonly exchanges: Exchanges,
    private readonly services: ToolServices,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
    private readonly config: Config,
  ) {}

  /** @throws Problem the problems of `Exchanges.run` */
  run(request: McpRequest, response: Response): Promise<void> {
    const { keyId, scopes } = request.principal;
    return this.exchanges.run(request, response, {
      title: 'Imprimatur',
      instructions: instructions(scopes),
      tools: LISTED,
      call: (message, isModern, gone) => this.call(request, message, isModern, gone),
      countRest: async (count) => {
        for (let left = count; left > 0; left -= 1) this.burstLimit.countRequest(keyId);
        await this.inProgress.ofKey(request, keyId, count);
      },
    });
  }

  private call(
    request: McpRequest,
    { params }: Message,
    isModern: boolean,
    gone: AbortSignal,
  ): Promise<CallResult> {
    const offered = toolNamed(TOOLS, toolNameOf(params));
    return resultOf(
      request,
      this.config.publicBaseUrl,
      () => this.carryOut(request, offered, params, isModern, gone),
      (nextStep) => fitting(nextStep, request.principal.scopes),
    );
  }

  /** Makes the same checks as HTTP in the same order, then calls one service (contract 5, 8). */
  private async carryOut(
    { principal, requestId }: McpRequest,
    { tool, listed }: OfferedTool<Tool>,
    params: JsonObject,
    isModern: boolean,
    gone: AbortSignal,
  ): Promise<ToolAnswer | Question> {
    const { client, elicits } = declaredBy(params);
    // Before 2026-07-28, no answer can contain a question to the person.
    const host = { elicits: isModern && elicits, answer: hostAnswerOf(params) };
    const actor = actorOf(principal, 'mcp', requestId, client);
    assertNotSuspended(principal);
    assertScope(actor, tool.scope);
    const args = argumentsOf(params.arguments);
    tool.assertScopeOf?.(actor, args);
    const { own, input } = await toolArguments(tool, listed, args, this.config);
    const wait = (seconds: number) => (seconds > 0 ? { seconds, signal: gone } : undefined);
    const releasing = {
      rule: principal.releaseRule,
      scopes: principal.scopes,
      hostAsks: host.elicits,
      deskUrl: (id: string) => deskUrl(this.config, id),
    };
    return tool.run(this.services, { actor, own, input, wait, host, releasing });
  }
}

/** Adds to a next step which of the scopes that its tools need the key lacks. */
function fitting(nextStep: string, scopes: readonly Scope[]): string {
  const needed = TOOLS.filter(({ tool }) => nextStep.includes(tool.name)).map(
    ({ tool }) => tool.scope,
  );
  const lacking = orderedScopes(needed).filter((scope) => !scopes.includes(scope));
  return lacking.length === 0
    ? nextStep
    : `${nextStep} This key lacks the scope ${lacking.join(' and ')}, which this step needs: tell the user.`;
}
