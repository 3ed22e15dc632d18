/** A body that is meant to overload the service, and the path for it. */
export interface HostileBody {
  readonly name: string;
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

const mcp = (name: string, body: string): HostileBody => ({
  name,
  path: '/mcp',
  bytes: new TextEncoder().encode(body),
});
const http = (name: string, body: string): HostileBody => ({
  name,
  path: '/api/v1/publications',
  bytes: new TextEncoder().encode(body),
});

const ICON = '{"src":5,"sizes":[{}],"mimeType":7}';

/** Bodies of almost 3 MiB that have too many levels or members, or names that are too long (contract 4). */
export const outOfBounds = (): HostileBody[] => [
  http('lists without an end', filled('[')),
  http('objects without an end', filled('{"a":')),
  http('distinct members', distinctMembers()),
  http('a list of empty objects', list('{}')),
  mcp('initialize: malformed icons', initialize(`"icons":${list(ICON)}`)),
  mcp('initialize: _meta', initialize(`"_meta":${distinctMembers()}`)),
  mcp('initialize: capabilities', initialize(`"capabilities":{"experimental":${list('[0]')}}`)),
  mcp('a batch of nothing', `[${list('{}')}]`),
  mcp('a response', `{"jsonrpc":"2.0","id":1,"result":${distinctMembers()}}`),
  mcp('a notification', `{"jsonrpc":"2.0","method":"x","params":{"a":${list('1')}}}`),
  mcp('an unknown method', message('no/method', distinctMembers())),
  http('long names', `{"a":{},${text('n')}:1}`),
  http('a deep list in a list', `{"tags":[${list('[[]]')}]}`),
  http('sources by the thousand', `{"sources":${list('"https://example.org/"')}}`),
  mcp('tools/call: many arguments', call('list_publications', distinctMembers())),
  mcp('tools/call: many tags', create(`"tags":${list('"t"')}`)),
  mcp('tools/list: members of a cursor', message('tools/list', `{"cursor":${distinctMembers()}}`)),
  mcp('server/discover: _meta', message('server/discover', `{"_meta":${distinctMembers()}}`)),
  mcp('a batch of pings', `[${filled('{"jsonrpc":"2.0","id":1,"method":"ping"},')}0]`),
  mcp('a long name', message('ping', `{${text('n')}:1}`)),
];

/** Bodies of almost 3 MiB within the bounds of contract 4. The service parses these bodies before it refuses them. */
export const withinBounds = (): HostileBody[] => [
  http('a content of one text', `{"content":${text('x')}}`),
  http('a content of escapes', `{"content":${text(String.raw`\u0301`)}}`),
  http('a slug of combining marks', `{"slug":${text('\u0315\u0300')},"tags":["\u0300"]}`),
  http('a number of digits', `{"expectedVersion":${filled('7')}}`),
  http('long tags', `{"tags":[${strings(190)}]}`),
  http('long sources', `{"sources":[${strings(50)}]}`),
  http('white space', `{}${filled(' ')}`),
  http('a title of spaces', `{"title":${text(' ')},"locale":"en"}`),
  mcp('tools/list: a long cursor', message('tools/list', `{"cursor":${text('x')}}`)),
  mcp('initialize: many texts', initialize(`"a":[${strings(4_900)}]`)),
  mcp('tools/call: levels in a text', create(`"tags":${text('[')}`)),
  mcp('tools/call: members in a text', create(`"author":"${filled('{},')}"`)),
  mcp('tools/call: a long idempotency key', create('"tags":[]', text('k'))),
  mcp('tools/call: a cursor of dots', call('list_publications', `{"cursor":${text('.')}}`)),
  mcp('tools/call: a long id', call('get_publication', `{"id":${text('a')}}`)),
  mcp('tools/call: a long tag filter', call('list_publications', `{"tag":${text('\u0301')}}`)),
  mcp('tools/call: a long locale', call('list_publications', `{"locale":${text('en-')}}`)),
  mcp('tools/call: a limit of spaces', call('list_publications', `{"limit":${text(' ')}}`)),
];
