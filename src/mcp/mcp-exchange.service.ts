import { Injectable } from '@nestjs/common';
import type { Response as HttpResponse } from 'express';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { Config } from '../platform/config/config.js';
import { Problem, problemBody } from '../platform/errors/problem.js';
import { readJson } from '../platform/http/json-body.js';
import { jsonRpcError, unreadableMessage } from './json-rpc-error.js';
import type { McpRequest } from './mcp-request.js';
import { batchFault } from './messages.js';
import { McpService } from './mcp.service.js';

/** One request over HTTP and its answer: messages in, messages out (CONTRACT 8). */
@Injectable()
export class McpExchange {
  constructor(
    private readonly service: McpService,
    private readonly burstLimit: BurstLimit,
    private readonly config: Config,
  ) {}

  /** @throws Problem `rate_limited`, for a batch */
  async run(request: McpRequest, response: HttpResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await send(await this.answer(request, response, gone.signal), response);
  }

  private async answer(
    request: McpRequest,
    response: HttpResponse,
    gone: AbortSignal,
  ): Promise<Response> {
    let body: unknown;
    try {
      body = await readJson(request, response);
    } catch (error) {
      return this.unreadable(error, request);
    }
    const fault = batchFault(body);
    if (fault !== undefined) return Response.json(jsonRpcError(-32600, fault), { status: 400 });
    this.countRest(body, request);
    return this.service.answer(request, body, gone);
  }

  /** Every message of a batch is a request: the guard has counted the first. */
  private countRest(body: unknown, { principal }: McpRequest): void {
    if (!Array.isArray(body)) return;
    for (const _ of body.slice(1)) this.burstLimit.countRequest(principal.keyId);
  }

  private unreadable(error: unknown, request: McpRequest): Response {
    if (!(error instanceof Problem)) throw error;
    request.refusal = { code: error.code, error, door: 'mcp' };
    const problem = problemBody(error, 'mcp', this.config.publicBaseUrl, request.requestId);
    return Response.json(unreadableMessage(problem), { status: problem.status });
  }
}

async function send(answer: Response, response: HttpResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.end(Buffer.from(await answer.arrayBuffer()));
}
