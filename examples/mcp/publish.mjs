// Publishes a document over MCP with the official client, as an AI assistant would.
//
//   IMPRIMATUR_KEY=imp_… node examples/mcp/publish.mjs
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { IMPRIMATUR_URL = 'http://localhost:3000', IMPRIMATUR_KEY } = process.env;
if (!IMPRIMATUR_KEY) throw new Error('Set IMPRIMATUR_KEY to a publisher key.');

const client = new Client(
  { name: 'example', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
);
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', IMPRIMATUR_URL), {
    requestInit: { headers: { Authorization: `Bearer ${IMPRIMATUR_KEY}` } },
  }),
);

const created = await call('create_publication', {
  idempotencyKey: randomUUID(),
  locale: 'en',
  slug: `assisted-${Date.now()}`,
  title: 'An assisted document',
  content: 'Written by an **assistant**.',
  author: { kind: 'ai', name: 'Example' },
});
console.log(created.note);

const published = await call('publish_publication', {
  id: created.id,
  expectedVersion: created.version,
  idempotencyKey: randomUUID(),
  waitSeconds: 30,
});
console.log(`${published.note} ${published.url}`);

await client.close();

/** Returns the answer of a tool. @throws Error that says what to do next, if the call is refused */
async function call(name, args) {
  const { isError, content } = await client.callTool({ name, arguments: args });
  const answer = JSON.parse(content[0].text);
  if (isError) throw new Error(`${answer.code}: ${answer.detail} ${answer.nextStep}`);
  return answer;
}
