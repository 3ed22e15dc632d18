import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { instructions } from './instructions.js';
import { answerLegacy } from './legacy-server.js';
import type { McpRequest } from './mcp-request.js';
import { cut, forSdk, sentArguments } from './messages.js';
import { answerModern, isModern } from './modern-server.js';
import type { Offer } from './offer.js';
import { ToolCalls } from './tool-calls.service.js';

/** Answers JSON-RPC messages of either era, each by its own SDK (CONTRACT 8). */
@Injectable()
export class McpService {
  private readonly address: string;

  constructor(
    private readonly calls: ToolCalls,
    config: Config,
  ) {
    this.address = `${config.publicBaseUrl}/mcp`;
  }

  /** `gone` aborts when the client is gone: then nobody waits for a release any longer. */
  async answer(request: McpRequest, body: unknown, gone: AbortSignal): Promise<Response> {
    const webRequest = new Request(this.address, { method: 'POST', headers: headersOf(request) });
    const offer: Offer = {
      instructions: instructions(request.principal.scopes),
      call: (name, handed) => this.calls.call(request, gone, name, sentArguments(handed)),
    };
    const messages = forSdk(body);
    return (await isModern(webRequest, messages))
      ? answerModern(webRequest, messages, offer)
      : answerLegacy(webRequest, messages, offer);
  }
}

/** What the SDKs need to know. Every answer is JSON, so whatever the client accepts, it is told JSON. */
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
