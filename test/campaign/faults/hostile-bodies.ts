/** A body that is meant to overload the service, and the path for it. */
interface HostileBody {
  readonly path: '/mcp' | '/api/v1/publications';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const BYTES = 3 * 1024 * 1024 - 4_096;

/** Repeats a part until the body has almost the maximum size. */
const filled = (part: string): string => part.repeat(Math.floor(BYTES / Buffer.byteLength(part)));
const list = (part: string): string => `[${filled(`${part},`)}0]`;
const text = (part: string): string => `"${filled(part)}"`;

function distinctMembers(): string {
  const members: string[] = [];
  for (let at = 0, length = 0; length < BYTES - 32; at += 1) {
    members.push(`"m${at}":0`);
    length += members.at(-1)!.length + 1;
  }
  return `{${members.join()}}`;
}

const message = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const call = (tool: string, args: string): string =>
  message('tools/call', `{"name":"${tool}","arguments":${args}}`);
const initialize = (member: string): string =>
  message(
    'initialize',
    `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"},${member}}`,
  );
const create = (member: string, key = '"k"'): string =>
  call(
    'create_publication',
    `{"idempotencyKey":${key},"locale":"en","slug":"s","title":"t","content":"c",${member}}`,
  );

const strings = (count: number): string =>
  Array.from({ length: count }, () => `"${'x'.repeat(Math.floor(BYTES / count) - 3)}"`).join();

const mcp = (body: string): HostileBody => ({
  path: '/mcp',
  bytes: new TextEncoder().encode(body),
});
const http = (body: string): HostileBody => ({
  path: '/api/v1/publications',
  bytes: new TextEncoder().encode(body),
});

const ICON = '{"src":5,"sizes":[{}],"mimeType":7}';

/** Bodies of almost 3 MiB that have too many levels or members, or names that are too long (contract 4). */
export const outOfBounds = (): HostileBody[] => [
  http(filled('[')),
  http(filled('{"a":')),
  http(distinctMembers()),
  http(list('{}')),
  mcp(initialize(`"icons":${list(ICON)}`)),
  mcp(initialize(`"_meta":${distinctMembers()}`)),
  mcp(initialize(`"capabilities":{"experimental":${list('[0]')}}`)),
  mcp(`[${list('{}')}]`),
  mcp(`{"jsonrpc":"2.0","id":1,"result":${distinctMembers()}}`),
  mcp(`{"jsonrpc":"2.0","method":"x","params":{"a":${list('1')}}}`),
  mcp(message('no/method', distinctMembers())),
  http(`{"a":{},${text('n')}:1}`),
  http(`{"tags":[${list('[[]]')}]}`),
  http(`{"sources":${list('"https://example.org/"')}}`),
  mcp(call('list_publications', distinctMembers())),
  mcp(create(`"tags":${list('"t"')}`)),
  mcp(message('tools/list', `{"cursor":${distinctMembers()}}`)),
  mcp(message('server/discover', `{"_meta":${distinctMembers()}}`)),
  mcp(`[${filled('{"jsonrpc":"2.0","id":1,"method":"ping"},')}0]`),
  mcp(message('ping', `{${text('n')}:1}`)),
];

/** Bodies of almost 3 MiB within the bounds of contract 4. The service parses these bodies before it refuses them. */
export const withinBounds = (): HostileBody[] => [
  http(`{"content":${text('x')}}`),
  http(`{"content":${text(String.raw`\u0301`)}}`),
  http(`{"slug":${text('\u0315\u0300')},"tags":["\u0300"]}`),
  http(`{"expectedVersion":${filled('7')}}`),
  http(`{"tags":[${strings(190)}]}`),
  http(`{"sources":[${strings(50)}]}`),
  http(`{}${filled(' ')}`),
  http(`{"title":${text(' ')},"locale":"en"}`),
  mcp(message('tools/list', `{"cursor":${text('x')}}`)),
  mcp(initialize(`"a":[${strings(4_900)}]`)),
  mcp(create(`"tags":${text('[')}`)),
  mcp(create(`"author":"${filled('{},')}"`)),
  mcp(create('"tags":[]', text('k'))),
  mcp(call('list_publications', `{"cursor":${text('.')}}`)),
  mcp(call('get_publication', `{"id":${text('a')}}`)),
  mcp(call('list_publications', `{"tag":${text('\u0301')}}`)),
  mcp(call('list_publications', `{"locale":${text('en-')}}`)),
  mcp(call('list_publications', `{"limit":${text(' ')}}`)),
];
