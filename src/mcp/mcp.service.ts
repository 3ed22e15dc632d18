import { Injectable } from '@nestjs/common';
import type { Response as HttpResponse } from 'express';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import { Config } from '../platform/config/config.js';
import { problemBody } from '../platform/problems/problem.js';
import { Problem } from '../platform/problems/problem.js';
import { readJson } from '../platform/http/json-body.js';
import { instructions } from './instructions.js';
import { refusedMessage, withFixedText } from './json-rpc.js';
import { answerLegacy } from './legacy-server.js';
import type { McpRequest, McpRequestContext } from './mcp-request.js';
import { cut, type Declared, declaredBy, forSdk, sentArguments } from './messages.js';
import { answerModern, isModern } from './modern-server.js';
import { ToolCalls } from './tool-calls.service.js';

/** Answers HTTP requests that contain MCP messages of any protocol version (contract 8). */
@Injectable()
export class McpService {
  private readonly address: string;

  constructor(
    private readonly calls: ToolCalls,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
    private readonly config: Config,
  ) {
    this.address = `${config.publicBaseUrl}/mcp`;
  }

  /**
   * @throws Problem `rate_limited` or `unavailable` if a batch exceeds a limit of the key, `unauthorized` if the key
   * ended after the guard had checked it
   */
  async run(request: McpRequest, response: HttpResponse): Promise<void> {
    const gone = new AbortController();
    // After a complete response nothing is aborted, because an abort would only create an error that nobody uses.
    response.once('close', () => response.writableFinished || gone.abort());
    const answer = await this.answer(request, gone.signal);
    if (request.ended) throw request.ended;
    response.status(answer.status);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  private async answer(request: McpRequest, gone: AbortSignal): Promise<Response> {
    let messages: unknown;
    let declared: Declared;
    try {
      const body = await readJson(request);
      messages = forSdk(body);
      declared = declaredBy(body);
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthorized') throw error;
      return this.refused(error, request);
    }
    await this.countRest(messages, request);
    return withFixedText(await this.bySdk(messages, declared, request, gone));
  }

  /** @param gone aborts when the client disconnects, so that a wait for a release ends */
  private async bySdk(
    messages: unknown,
    declared: Declared,
    request: McpRequest,
    gone: AbortSignal,
  ): Promise<Response> {
    const webRequest = new Request(this.address, { method: 'POST', headers: headersOf(request) });
    const modern = await isModern(webRequest, messages);
    // In protocol versions before 2026-07-28, no answer can contain a question to the person.
    const known = modern ? declared : { ...declared, elicits: false };
    const context: McpRequestContext = {
      instructions: instructions(request.principal.scopes),
      call: (name, handed) => this.calls.call(request, known, gone, name, sentArguments(handed)),
    };
    return modern
      ? answerModern(webRequest, messages, context)
      : answerLegacy(webRequest, messages, context);
  }

  /** Counts each message of a batch as a request. The guard has already counted the first message. */
  private async countRest(messages: unknown, request: McpRequest): Promise<void> {
    if (!Array.isArray(messages)) return;
    const { keyId } = request.principal;
    const rest = messages.slice(1);
    for (const _ of rest) this.burstLimit.countRequest(keyId);
    await this.inProgress.ofKey(request, keyId, rest.length);
  }

  private refused(error: unknown, request: McpRequest): Response {
    if (!(error instanceof Problem)) throw error;
    request.refusal = { code: error.code, error, channel: 'mcp' };
    const problem = problemBody(error, 'mcp', this.config.publicBaseUrl, request.requestId);
    const { retryAfter, headers: own } = error.occasion;
    const headers = { ...own, ...(retryAfter && { 'Retry-After': String(retryAfter) }) };
    return Response.json(refusedMessage(error, problem), { status: problem.status, headers });
  }
}

/** Makes the headers for the SDKs. The SDKs require this value of `accept`, so the client's `Accept` has no effect. */
function headersOf({ headers }: McpRequest): Headers {
  const protocol = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, cut(value)]] : [],
  );
  return new Headers([
    ...protocol,
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ]);
}
