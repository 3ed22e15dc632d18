import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { ERAS, readersAssistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { initialize, request, rpc, toolCall } from '../setup/rpc.js';
import { walk } from './readers-walk.js';

const desk = await openDesk({ TRUST_PROXY: '1', SITE_NAME: 'Handbook' });
afterAll(() => desk.close());

let addresses = 0;
/** Header fields of a reader with an address of its own. */
const fromNewAddress = () => ({ 'X-Forwarded-For': `198.51.100.${(addresses += 1)}` });
const send = (body: unknown, headers: Record<string, string> = fromNewAddress()) =>
  rpc(desk.url, undefined, body, headers, '/mcp/public');

/** Calls a tool once. Returns the answer, or the problem of a refusal. */
async function call(name: string, args: object): Promise<Record<string, unknown>> {
  const { content } = (await send(toolCall(name, args))).message.result as {
    content: { text: string }[];
  };
  return JSON.parse(content[0]!.text) as Record<string, unknown>;
}
const get = async (path: string) => (await fetch(desk.url + path)).text();
const urlOf = (slug: string) => `${desk.url}/en/${slug}`;

const LONG = `# Long\n\n${Array.from({ length: 900 }, (_, part) => `## Part ${part}\n\nWords of part ${part}, which go on for a while.\n`).join('\n')}`;

beforeAll(async () => {
  const { api } = desk;
  const harbour = {
    slug: 'harbour',
    title: 'Harbour rules',
    content: '## Fees\n\nA berth costs 12 euros.',
    tags: ['port'],
    author: { kind: 'ai', name: 'Model 5' },
    description: 'Who may moor where.',
  };
  const { id } = await released(api, harbour);
  await api.update(id, { expectedVersion: 1, content: 'A berth costs 14 euros.' });
  await api.publish(
    id,
    { expectedVersion: 2, approvedBy: 'Ada' },
    { headers: { Prefer: 'wait=30' } },
  );
  await api.update(id, { expectedVersion: 2, title: 'Unreleased title' });
  await operator(desk.databaseUrl, 'redirects', 'add', '/old/harbour.html', id);
  await released(api, { slug: 'long', title: 'Long', content: LONG });
  const gone = await released(api, { slug: 'gone', title: 'Gone' });
  await operator(desk.databaseUrl, 'publications', 'withdraw', gone.id, '--reason', 'a mistake');
  await api.create(newDocument({ slug: 'draft', title: 'A draft' }));
  const home = await released(api, { locale: 'sv', slug: 'start', title: 'Start' });
  await operator(desk.databaseUrl, 'site', 'set-home', '--locale', 'sv', home.id);
  const menu = { slug: 'summary', title: 'Summary' };
  const content =
    '- [Harbour](/en/harbour)\n  - [Long](/en/long)\n- [Elsewhere](https://far.example/)';
  const made = await released(api, { ...menu, content });
  await operator(desk.databaseUrl, 'site', 'set-menu', '--locale', 'en', made.id);
}, 240_000);

it.each(ERAS)(
  '[8.readers] [8.readers-cite] an official client without a key finds, reads and lists documents (%s)',
  async (era) => {
    const reader = await readersAssistant(desk.url, era, fromNewAddress());
    expect(reader.instructions).toContain('the site Handbook');
    const tools = (await reader.tools()).map(({ name }) => name);
    expect(tools).toEqual(['search_documents', 'read_document', 'list_documents']);
    const search = await reader.call('search_documents', { q: 'What does a berth cost?' });
    const [url, cite] = [urlOf('harbour'), `${urlOf('harbour')}@2`];
    const item = { title: 'Harbour rules', version: 2 };
    const [best] = search.body.items as object[];
    expect(best).toMatchObject({ ...item, cite });
    expect(best).not.toHaveProperty('url');
    expect(search.structured).toEqual(search.body);
    const read = await reader.call('read_document', { url: cite });
    expect(read.body).toMatchObject({
      ...item,
      url,
      cite,
      content: 'A berth costs 14 euros.',
      author: { kind: 'ai', name: 'Model 5' },
      approvedBy: 'Ada',
      approvedVia: 'key',
      note: `Cite ${cite}.`,
    });
    const list = await reader.call('list_documents', { tag: 'port', locale: 'en' });
    expect(list.body).toMatchObject({ items: [{ ...item, url }], nextCursor: null });
    await reader.close();
  },
);

it('[8.readers-bounds] a long document is read by outline, section, part and find, within the bounds', async () => {
  const url = urlOf('long');
  const whole = await call('read_document', { url });
  expect(Buffer.byteLength(whole.content as string)).toBeLessThanOrEqual(40_000);
  expect(whole.note).toMatch(
    /To read on, call read_document with offset \d+, or with the id of a section from the outline/,
  );
  const outline = await call('read_document', { url, view: 'outline', levels: 1 });
  expect(outline).toMatchObject({ outline: [{ title: 'Long' }] });
  expect(outline).not.toHaveProperty('content');
  const section = await call('read_document', { url, section: 's-part-7' });
  expect(section.content).toBe('## Part 7\n\nWords of part 7, which go on for a while.\n\n');
  const part = await call('read_document', { url, offset: 2, length: 4 });
  expect(part).toMatchObject({ content: 'Long', contentRange: { offset: 2, length: 4 } });
  const places = await call('read_document', { url, find: 'part 899,' });
  expect(places).toMatchObject({ find: { count: 1, places: [{ section: 's-part-899' }] } });
});

it.each([
  ['a path', '/en/harbour', 2],
  ['another spelling', '/EN/Harbour/', 2],
  ['its Markdown', '/en/harbour.md', 2],
  ['a moved address', '/old/harbour.html', 2],
  ['a released version', '/en/harbour@1', 1],
])('[8.readers-addresses] %s leads to the document', async (_, url, version) => {
  const { cite, note } = await call('read_document', { url });
  expect(cite).toBe(`${urlOf('harbour')}@${version}`);
  if (version === 1) expect(note).toContain('The newest version, 2, is at the address in url');
});

it('[8.readers-addresses] the address of a start page leads to its document', async () => {
  for (const url of ['/sv', '/SV/'])
    expect(await call('read_document', { url })).toMatchObject({ cite: `${desk.url}/sv/start@1` });
});

it.each([
  ['a draft', '/en/draft', 404],
  ['an unreleased version', '/en/harbour@3', 404],
  ['nothing', '/en/nothing', 404],
  ['a page that is no document', '/en', 404],
  ['a withdrawn document', '/en/gone', 410],
  ['a version of it', '/en/gone@1', 410],
  ['another site', 'https://evil.example/en/harbour', 400],
  ['an id', '00000000-0000-4000-8000-000000000000', 400],
  ['an address that cannot be decoded', '/en/%ff', 400],
])('[8.readers-addresses] %s is refused, with the next step', async (_, url, status) => {
  const problem = await call('read_document', { url });
  expect(problem).toMatchObject({ status, nextStep: expect.stringMatching(/\S/) as string });
  if (status === 400) expect(problem.details).toMatchObject({ errors: [{ field: 'url' }] });
});

it.each([
  ['search_documents', {}, 'q'],
  ['search_documents', { q: 'x', locale: 'no locale' }, 'locale'],
  ['search_documents', { q: 'x', state: 'draft' }, 'state'],
  ['list_documents', { limit: 101 }, 'limit'],
  ['list_documents', { menu: true }, 'locale'],
  ['list_documents', { menu: true, locale: 'en', tag: 'port' }, 'tag'],
  ['read_document', { url: '/en/long', section: 's-none' }, 'section'],
  ['read_document', { url: '/en/long', view: 'history' }, 'view'],
  ['read_document', { url: '/en/long', view: 'outline', find: 'x' }, 'find'],
])('[8.readers-bounds] %s refuses %j and names %s', async (tool, args, field) => {
  const problem = await call(tool, args);
  expect(problem).toMatchObject({ code: 'invalid_request', details: { errors: [{ field }] } });
});

it('[8.readers] pages of lists, menus and searches follow each other; a forged cursor is refused', async () => {
  const walked: string[] = [];
  let cursor: unknown;
  do {
    const page = await call('list_documents', { locale: 'en', limit: 1, cursor });
    walked.push(...(page.items as { url: string }[]).map(({ url }) => url));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(walked.toSorted()).toEqual(['harbour', 'long', 'summary'].map(urlOf));
  const first = await call('list_documents', { menu: true, locale: 'en', limit: 2 });
  const rest = await call('list_documents', { menu: true, locale: 'en', cursor: first.nextCursor });
  expect([first.items, rest.items]).toEqual([
    [
      { level: 1, title: 'Harbour', url: urlOf('harbour') },
      { level: 2, title: 'Long', url: urlOf('long') },
    ],
    [{ level: 1, title: 'Elsewhere', url: 'https://far.example/' }],
  ]);
  for (const forged of [
    first.nextCursor,
    'x',
    'MS4w.x',
    `${String(first.nextCursor)}x`,
    'a'.repeat(300),
  ]) {
    for (const [tool, args] of [
      ['list_documents', { locale: 'ko' }],
      ['search_documents', { q: 'berth' }],
    ] as const) {
      expect(await call(tool, { ...args, cursor: forged })).toMatchObject({
        code: 'invalid_cursor',
      });
    }
  }
});

it('[8.readers-found] catalog, cards, llms.txt and start pages name the endpoint', async () => {
  const { entries } = JSON.parse(await get('/.well-known/ai-catalog.json')) as {
    entries: { url: string; type: string }[];
  };
  const fromPage = { headers: { Origin: 'https://inspector.example' } };
  const cards = await Promise.all(entries.map(({ url }) => fetch(url, fromPage)));
  for (const [place, { headers }] of cards.entries()) {
    expect(headers.get('content-type')).toContain(entries[place]!.type);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
  const described = (await Promise.all(cards.map((card) => card.json()))) as {
    name: string;
    title: string;
    remotes: { url: string }[];
  }[];
  expect(described.flatMap(({ remotes }) => remotes.map(({ url }) => url))).toEqual(
    ['/mcp/public', '/mcp'].map((path) => desk.url + path),
  );
  for (const { name } of described) expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  for (const path of ['/', '/en', '/llms.txt']) {
    const text = await get(path);
    expect(text).toContain(`${desk.url}/mcp/public/server-card`);
    expect(text).toMatch(new RegExp(`${desk.url}/mcp/public[<\\n]`));
  }
  expect(await get('/en/harbour')).not.toContain('/mcp/public');
});

describe('the endpoint', () => {
  it.each([
    ['POST from a foreign origin', 'POST', { Origin: 'https://evil.example' }, 403],
    ['GET', 'GET', {}, 405],
    ['DELETE of a session', 'DELETE', { 'Mcp-Session-Id': 'x' }, 405],
    ['OPTIONS', 'OPTIONS', { Origin: 'http://localhost:6274' }, 204],
  ])('[8.readers-transport] answers %s as /mcp does', async (_, method, headers, status) => {
    const [ours, keyed] = await Promise.all(
      ['/mcp/public', '/mcp'].map((path) => fetch(desk.url + path, { method, headers })),
    );
    expect(ours!.status).toBe(status);
    const shown = ['allow', 'access-control-allow-methods', 'access-control-allow-origin', 'vary'];
    const fields = ({ headers: all }: Response) => shown.map((name) => all.get(name));
    expect(fields(ours!)).toEqual(fields(keyed!));
  });

  it('[8.readers-transport] ignores a key, and does nothing that a key allows', async () => {
    const headers = { ...fromNewAddress(), Authorization: `Bearer ${desk.key}` };
    expect((await send(request('tools/list'), headers)).status).toBe(200);
    const { message } = await send(toolCall('list_publications'), headers);
    expect(message.error).toMatchObject({ code: -32_602 });
  });

  it('[8.readers-limit] answers 60 requests a minute and address, each message of a batch counting', async () => {
    const headers = fromNewAddress();
    const ten = Array.from({ length: 10 }, (_, id) => request('ping', {}, id));
    for (let batch = 0; batch < 5; batch += 1) expect((await send(ten, headers)).status).toBe(200);
    for (let left = 10; left > 0; left -= 1) {
      expect((await send(initialize('2025-11-25'), headers)).status).toBe(200);
    }
    const refused = await send(request('ping'), headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate_limited', retryable: true });
    expect((await send(request('ping'))).status).toBe(200);
  });

  it('[8.readers-limit] refuses a request of more than 64 KiB', async () => {
    const { status } = await send(toolCall('search_documents', { q: 'x'.repeat(70_000) }));
    expect(status).toBe(413);
  });
});

it('[8.readers-only-released] a walk of 200 calls beside a writer meets nothing unreleased', async () => {
  const { leaks, answers } = await walk(desk, 200);
  expect(leaks).toEqual([]);
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(0);
}, 240_000);
