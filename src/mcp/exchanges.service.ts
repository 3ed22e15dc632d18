import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../platform/config/config.js';
import { readJson } from '../platform/http/json-body.js';
import { Problem, problemBody } from '../platform/problems/problem.js';
import { refusedMessage } from './json-rpc.js';
import type { MessageRequest } from './mcp-request.js';
import { cut, type Message, messagesOf } from './messages.js';
import type { CallResult } from './results.js';
import { answer, type ProtocolHeaders, type RpcContext } from './server.js';

/** What is behind an endpoint: its tools, and who may call them how often. */
export interface Endpoint extends Pick<RpcContext, 'title' | 'instructions' | 'tools'> {
  /** The publisher key or the address for which the bytes of a body count, and the maximum size of a body. */
  readonly body?: { readonly payer: string; readonly maxBytes: number };
  /** Counts further messages of a batch as requests. The guard has already counted the first message. */
  readonly countRest: (count: number) => Promise<void>;
  /** Calls the tool that a message names. `gone` is aborted if the client disconnects. */
  readonly call: (message: Message, isModern: boolean, gone: AbortSignal) => Promise<CallResult>;
}

/** Answers HTTP requests that contain MCP messages of any protocol version (contract 8). */
@Injectable()
export class Exchanges {
  constructor(private readonly config: Config) {}

  /**
   * @throws Problem `rate_limited` or `unavailable` if a batch exceeds a limit, `unauthorized` if the key ended after
   * the guard had checked it
   */
  async run(request: MessageRequest, response: Response, endpoint: Endpoint): Promise<void> {
    let sent: Message | readonly Message[];
    try {
      const { payer, maxBytes } = endpoint.body ?? {};
      sent = messagesOf(await readJson(request, payer, maxBytes));
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unauthorized') throw error;
      this.refuse(error, request, response);
      return;
    }
    if (Array.isArray(sent)) await endpoint.countRest(sent.length - 1);
    const gone = new AbortController();
    // After a complete response nothing is aborted, because an abort would only create an error that nobody uses.
    response.once('close', () => response.writableFinished || gone.abort());
    const { title, instructions, tools } = endpoint;
    const { status, body } = await answer(sent, headersOf(request), {
      title,
      instructions,
      tools,
      call: (message, isModern) => endpoint.call(message, isModern, gone.signal),
    });
    if (request.ended) throw request.ended;
    send(response.status(status), body);
  }

  private refuse(error: Problem, request: MessageRequest, response: Response): void {
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

function headersOf(request: MessageRequest): ProtocolHeaders {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(
    (field) => {
      const value = request.get(field);
      return value === undefined ? undefined : cut(value);
    },
  );
  return { version, method, name };
}
