// Corrects one word of a long document, as an AI assistant would. Reads the outline, then a section, and sends only
// the correction. Prints the number of bytes that were sent and received.
//
//   npm run build && IMPRIMATUR_KEY=imp_… node dist/examples/mcp/correct.js
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { IMPRIMATUR_URL = 'http://localhost:3000', IMPRIMATUR_KEY } = process.env;
if (!IMPRIMATUR_KEY) throw new Error('Set IMPRIMATUR_KEY to a publisher key.');

/** The members of a tool's answer that this example uses. */
interface Answer {
  id: string;
  version: number;
  contentLength: number;
  content: string;
  outline: { id: string; title: string }[];
  note: string;
}

const bytes = { out: 0, in: 0 };

const client = new Client(
  { name: 'example', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
);
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', IMPRIMATUR_URL), {
    requestInit: { headers: { Authorization: `Bearer ${IMPRIMATUR_KEY}` } },
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      if (typeof init?.body === 'string') bytes.out += Buffer.byteLength(init.body);
      bytes.in += (await response.clone().arrayBuffer()).byteLength;
      return response;
    },
  }),
);

const chapters = Array.from({ length: 60 }, (_, at) => chapter(at + 1));
const { id, contentLength } = await call('create_publication', {
  idempotencyKey: randomUUID(),
  locale: 'en',
  slug: `long-${Date.now()}`,
  title: 'A long document',
  content: chapters.join('\n').slice(0, 200_000).padEnd(200_000, '.'),
  author: { kind: 'ai', name: 'Example' },
});
console.log(`Created a document of ${contentLength} characters.`);

bytes.out = 0;
bytes.in = 0;
const { outline, version } = await call('get_publication', { id, view: 'outline' });
const section = outline.find(({ title }) => title === 'Chapter 41')!.id;
const { content } = await call('get_publication', { id, section });
const [wrong] = /\w+ quatrer\b/.exec(content)!;
const { note } = await call('update_publication', {
  id,
  expectedVersion: version,
  idempotencyKey: randomUUID(),
  edits: [{ section, find: wrong, replace: wrong.replace('quatrer', 'quarter') }],
  changeNote: 'One typing error.',
});
console.log(note);
console.log(`Bytes sent: ${bytes.out}, received: ${bytes.in}.`);

await client.close();

/** Returns a chapter. A word in chapter 41 is misspelt. */
function chapter(number: number): string {
  const word = number === 41 ? 'quatrer' : 'quarter';
  const sentences = Array.from({ length: 29 }, (_, at) =>
    `Sentence ${at + 1} of chapter ${number} says what there is to say, and no more than that.`.padEnd(
      110,
    ),
  );
  return `## Chapter ${number}\n\nIt was the third ${word}.\n${sentences.join('\n')}\n`;
}

/** Returns the answer of a tool. @throws Error that says what to do next, if the call is refused */
async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  const { isError, content: blocks } = await client.callTool({ name, arguments: args });
  const [block] = blocks as { text: string }[];
  const answer = JSON.parse(block!.text) as Answer & { detail: string; nextStep: string };
  if (isError) throw new Error(`${answer.detail} ${answer.nextStep}`);
  return answer;
}
