import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  Client as ModernClient,
  type ElicitResult,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import type { AnswerBody } from './client.js';

/**
 * The official clients with which tests call the service. `legacy` and `modern` each use one era of MCP, and `auto`
 * negotiates the era.
 */
export const ERAS = ['legacy', 'modern', 'auto'] as const;
export type Era = (typeof ERAS)[number];

/** The answer of a tool. */
export interface ToolOutcome {
  readonly isError: boolean;
  readonly structured: AnswerBody | undefined;
  /** Text of the only content block. The text is JSON. */
  readonly text: string;
  /** The parsed `text`. */
  readonly body: AnswerBody & { readonly note: string };
  readonly replayed: boolean;
}

/** A connected assistant. */
export interface Assistant {
  readonly instructions: string;
  readonly protocolVersion: string | undefined;
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args?: object): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** The methods that the clients of both eras have. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

const WHO = { name: 'imprimatur-test', version: '1.0.0' };

/** A question that a host shows to the person as a form. */
export interface AskedQuestion {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Record<string, unknown> };
}

/** A function that returns the person's answer to a question. */
export type Person = (question: AskedQuestion) => ElicitResult | Promise<ElicitResult>;

/**
 * Connects an official client. `person` answers the questions that the host shows as forms. The legacy client ignores
 * `person`. `name` is the name that the client states.
 */
export async function assistant(
  url: string,
  key: string,
  era: Era,
  person?: Person,
  name = WHO.name,
): Promise<Assistant> {
  return connected(new URL('/mcp', url), { Authorization: `Bearer ${key}` }, era, name, person);
}

/** Connects an official client to the endpoint for readers, without a key. `headers` are sent with each request. */
export const readersAssistant = (
  url: string,
  era: Era,
  headers: Readonly<Record<string, string>> = {},
): Promise<Assistant> => connected(new URL('/mcp/public', url), headers, era, WHO.name);

async function connected(
  address: URL,
  headers: Readonly<Record<string, string>>,
  era: Era,
  name: string,
  person?: Person,
): Promise<Assistant> {
  const options = { requestInit: { headers } };
  if (era === 'legacy') {
    const client = new LegacyClient({ ...WHO, name });
    const transport = new LegacyTransport(address, options);
    await client.connect(transport);
    return over(client, () => transport.protocolVersion);
  }
  const mode = era === 'auto' ? 'auto' : { pin: '2026-07-28' };
  const client = new ModernClient(
    { ...WHO, name },
    {
      versionNegotiation: { mode },
      ...(person && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => person(params as AskedQuestion));
  }
  const transport = new ModernTransport(address, options);
  await client.connect(transport);
  return over(client, () => client.getNegotiatedProtocolVersion());
}

function over(client: AnyClient, protocolVersion: () => string | undefined): Assistant {
  return {
    instructions: client.getInstructions() ?? '',
    get protocolVersion() {
      return protocolVersion();
    },
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) =>
      outcome(await client.callTool({ name, arguments: args as Record<string, unknown> })),
    close: () => client.close(),
  };
}

function outcome(result: unknown): ToolOutcome {
  const { content, structuredContent, isError, _meta } = result as {
    content: { type: string; text: string }[];
    structuredContent?: AnswerBody;
    isError?: boolean;
    _meta?: Record<string, unknown>;
  };
  if (content.length !== 1 || content[0]!.type !== 'text') throw new Error('Not one text block.');
  const { text } = content[0]!;
  return {
    isError: isError === true,
    structured: structuredContent,
    text,
    body: JSON.parse(text) as ToolOutcome['body'],
    replayed: _meta?.['imprimatur/replayed'] === true,
  };
}
