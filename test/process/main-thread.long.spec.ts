import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../desk/person.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { client, type Client } from '../setup/client.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { computedAtRest, mainThreadCost, slowness } from '../setup/main-thread.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';

/**
 * Maximum processor time of the main thread of a quick core, in ms: for an answer of the site, and for an answer of the
 * API.
 */
const SITE_MS = 20;
const REQUEST_MS = 100;
/** Content with nearly the maximum number of headings. The page of this content has 2 million characters. */
const HEADINGS = '# a\n'.repeat(49_000);
/** Returns content that is nearly as long as `HEADINGS`. Even a busy machine renders this content in time. */
const offer = (word: string): string => `# ${word}\n\n${`${word} word\n`.repeat(20)}`.repeat(1_000);
/** Number of documents for first visits. Three tests make three tries each, and each test may run a second time. */
const OFFERED = 18;
/**
 * Number of documents in a list of maximum length. Each document has the longest description and tags that a list
 * shows.
 */
const DESCRIBED = 100;
const TAG = 't'.repeat(50);

let desk: Desk;
/** A service without a worker on the database of `desk`. This service only answers requests. */
let service: Service;
let api: Client;
let address: string;
let id: string;
let cookie: string;
let tag: string;
let offered: string[];
let atRest: number;

/** Waits until a document is released and indexed. */
const released = async (of: string): Promise<void> => {
  for (let isReady = false; !isReady;)
    isReady = (await api.read(of, LONG_WAIT.headers)).body.indexStatus === 'ready';
};

beforeAll(async () => {
  desk = await openDesk();
  service = await startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'api' } });
  api = client(service.url, desk.key);
  const others = Array.from({ length: 19 }, (_, n) => `${'t'.repeat(47)} ${n}`);
  const described = { description: '<&'.repeat(250), tags: [TAG, ...others] };
  const create = async (content: string): Promise<string> =>
    expectAccepted(await api.create(newDocument({ ...described, content })), 201).id;
  const ids: string[] = [];
  for (let n = 0; n < DESCRIBED; n += 1) ids.push(await create('word '.repeat(3_000)));
  id = await create(HEADINGS);
  offered = [];
  for (let n = 0; n < OFFERED; n += 1) offered.push(await create(offer(`o${n}`)));
  for (const each of [...ids, id, ...offered])
    expectAccepted(await api.publish(each, { expectedVersion: 1 }), 202);
  for (const each of [...ids, id, ...offered]) await released(each);
  address = (await api.read(id)).body.url;
  for (const each of [id, ...offered]) {
    const content = each === id ? HEADINGS.replaceAll('a', 'b') : offer('new');
    const change = { expectedVersion: 1, content, intent: 'review' };
    expectAccepted(await api.update(each, change), 200);
  }
  ({ cookie } = await signIn(service.url, desk.key));
  tag = (await fetch(address, { method: 'HEAD' })).headers.get('etag')!;
  atRest = await computedAtRest(service.pid);
}, 240_000);
afterAll(async () => {
  await service.stop();
  await desk.close();
});

const ok = async (url: string, init: RequestInit = {}): Promise<void> => {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`${url}: ${answer.status}`);
};
const accepting = (coding: string) => ({ headers: { 'Accept-Encoding': coding } });
const signedIn = () => ({ headers: { Cookie: cookie } });

/** Returns the address of a preview that nobody has opened. */
const fresh = async (): Promise<string> => (await previewOf(api, offered.pop()!)).url;

describe('the main thread', () => {
  it.each([
    ['a document', () => ok(address)],
    ['a document without compression', () => ok(address, accepting('identity'))],
    ['the Markdown of a document', () => ok(`${address}.md`)],
    ['a HEAD request for a document', () => ok(address, { method: 'HEAD' })],
    [
      'a conditional request for a document',
      () => ok(address, { headers: { 'If-None-Match': tag } }),
    ],
    ['the queue at the desk', () => ok(`${service.url}/desk`, signedIn())],
    ['the start page', () => ok(`${service.url}/`)],
    ['the list of a locale', () => ok(`${service.url}/en`)],
    ['the list of a tag', () => ok(`${service.url}/tags/${TAG}`)],
    ['the search page', () => ok(`${service.url}/search?q=word`)],
    ['the search as JSON', () => ok(`${service.url}/search.json?q=word`)],
    ['the feed', () => ok(`${service.url}/feed.xml`)],
    ['a HEAD request for the feed', () => ok(`${service.url}/feed.xml`, { method: 'HEAD' })],
    ['llms.txt', () => ok(`${service.url}/llms.txt`)],
    ['a part of the sitemap', () => ok(`${service.url}/sitemap-0.xml`)],
  ])('[4.main-thread] spends less than 20 ms on the longest answer: %s', async (_what, request) => {
    await request();
    const cost = await mainThreadCost(service.pid, request, { atRest });
    expect(cost).toBeLessThan(SITE_MS * slowness());
  });

  it.each([
    ['a preview', async () => ok(await fresh())],
    ['the changes of a preview', async () => ok(`${await fresh()}/changes`)],
    ['a document at the desk', () => ok(`${service.url}/desk/${offered.pop()}`, signedIn())],
  ])(
    '[4.main-thread] spends less than 20 ms on a long answer for the first reader: %s',
    async (_what, request) => {
      const cost = await mainThreadCost(service.pid, request, { tries: 3, atRest });
      expect(cost).toBeLessThan(SITE_MS * slowness());
    },
  );

  it.each([
    ['a whole document', () => api.read(id)],
    ['the outline of a document', () => api.read(`${id}?view=outline`)],
    ['the changes of a document', () => api.read(`${id}?view=changes`)],
    ['the history of a document', () => api.read(`${id}?view=history`)],
    ['a part of a document', () => api.read(`${id}?offset=100000&length=50000`)],
    ['the occurrences of a text in a document', () => api.read(`${id}?find=b`)],
    ['a list', () => api.list('?limit=100')],
    ['a list filtered by words', () => api.list('?limit=100&q=word')],
  ])(
    '[4.main-thread] spends less than 100 ms on the longest answer of the API: %s',
    async (_what, request) => {
      await request();
      const cost = await mainThreadCost(service.pid, request, { atRest });
      expect(cost).toBeLessThan(REQUEST_MS * slowness());
    },
  );
});
