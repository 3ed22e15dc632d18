import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import { Config } from '../platform/config/config.js';
import { readJson } from '../platform/http/json-body.js';
import { Problem, problemBody } from '../platform/problems/problem.js';
import { instructions } from './instructions.js';
import { refusedMessage } from './json-rpc.js';
import type { McpRequest } from './mcp-request.js';
import { cut, type Message, messagesOf } from './messages.js';
import { answer, type ProtocolHeaders } from './server.js';
import { ToolCalls } from './tool-calls.service.js';

/** Answers HTTP requests that contain MCP messages of any protocol version (contract 8). */
@Injectable()
export class McpService {
  constructor(
    private readonly calls: ToolCalls,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
    private readonly config: Config,
  ) {}

  /**
   * @throws Problem `rate_limited` or `unavailable` if a batch exceeds a limit of the key, `unauthorized` if the key
   * ended after the guard had checked it
   */
  async run(request: McpRequest, response: Response): Promise<void> {
    let sent: Message | readonly Message[];
    try {
      sent = messagesOf(await readJson(request));
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unauthorized') throw error;
      this.refuse(error, request, response);
      return;
    }
    if (Array.isArray(sent)) await this.countRest(sent.length - 1, request);
    const gone = new AbortController();
    // After a complete response nothing is aborted, because an abort would only create an error that nobody uses.
    response.once('close', () => response.writableFinished || gone.abort());
    const { status, body } = await answer(sent, headersOf(request), {
      instructions: instructions(request.principal.scopes),
      call: (message, isModern) => this.calls.call(request, message, isModern, gone.signal),
    });
    if (request.ended) throw request.ended;
    send(response.status(status), body);
  }

  /** Counts each message of a batch as a request. The guard has already counted the first message. */
  private async countRest(count: number, request: McpRequest): Promise<void> {
    const { keyId } = request.principal;
    for (let left = count; left > 0; left -= 1) this.burstLimit.countRequest(keyId);
    await this.inProgress.ofKey(request, keyId, count);
  }

  private refuse(error: Problem, request: McpRequest, response: Response): void {
    request.refusal = { code: error.code, error, channel: 'mcp' };
    const problem = problemBody(error, 'mcp', this.config.publicBaseUrl, request.requestId);
    const { retryAfter, headers } = error.occasion;
    response.set({ ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) });
    send(response.status(problem.status), refusedMessage(error, problem));
  }
}

function send(response: Response, body: object | undefined): void {
  if (body !== undefined) response.setHeader('Content-Type', 'application/json');
  response.end(body && JSON.stringify(body));
}

function headersOf(request: McpRequest): ProtocolHeaders {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(
    (field) => {
      const value = request.get(field);
      return value === undefined ? undefined : cut(value);
    },
  );
  return { version, method, name };
}
