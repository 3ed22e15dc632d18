import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, openBrowser } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { operator } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { DESKTOP, layoutShifts, PHONE } from './looks.js';

const MARKDOWN_BYTES = 20_000;
const MAX_TRANSFERRED = 60_000;
const SECTION = `## A section of some length

${'A paragraph with **weight**, `code` and a [link](https://example.org/) in it, as texts have. '.repeat(15)}

- one
- two

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const answer: number = 42;
\`\`\`

`;

/** The places in a page at which a slow connection pauses. */
const PIECES = /(?=<(?:main|nav|article|h1|footer|h2)\b)/;

/** A resource that a visit loads. */
interface Transfer {
  readonly type: string;
  readonly address: string;
  readonly bytes: number;
  readonly fromCache: boolean;
}

describe.runIf(browserTestsRun(import.meta.filename))('the page of a 20 KB document', () => {
  let desk: SharedDesk;
  let browser: Browser;
  let addresses: string[];

  beforeAll(async () => {
    [desk, browser] = await Promise.all([sharedDesk(), openBrowser()]);
    const content = SECTION.repeat(40).slice(0, MARKDOWN_BYTES);
    addresses = await Promise.all(
      ['One', 'Two'].map(async (title) => {
        const fields = { title, content, description: 'What it is about.', tags: ['a', 'b'] };
        return (await released(desk.api, fields)).url;
      }),
    );
  });

  /**
   * Opens pages, and records their transfers with CDP. Request interception is not used, because it would turn off the
   * browser's cache.
   */
  async function visits(
    options: object,
    look: (page: Page, open: (address: string) => Promise<Transfer[]>) => Promise<void>,
  ): Promise<void> {
    const context: BrowserContext = await browser.newContext(options);
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await look(page, (address) => transfersOf(tools, page, address));
    await context.close();
  }

  it('[9.weight] transfers less than 60 KB with its one style sheet, which the next page takes from the browser cache', async () => {
    await visits(DESKTOP, async (_page, open) => {
      const first = await open(addresses[0]!);
      expect(first.map(({ type }) => type)).toEqual(['Document', 'Stylesheet']);
      const total = first.reduce((sum, { bytes }) => sum + bytes, 0);
      // The sizes are the numbers of compressed bytes, because browsers ask for compression.
      expect(total).toBeGreaterThan(1_000);
      expect(total).toBeLessThan(MAX_TRANSFERRED);
      const second = await open(addresses[1]!);
      expect(second.map(({ type, fromCache }) => [type, fromCache])).toEqual([
        ['Document', false],
        ['Stylesheet', true],
      ]);
    });
  });

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('[9.weight] has no layout shift on %s, and waits for no script', async (_device, options) => {
    await visits(options, async (page, open) => {
      await open(addresses[0]!);
      await page.mouse.wheel(0, 4_000);
      expect(await layoutShifts(page)).toEqual([]);
      const blocking = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource')
           .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
           .map(({ initiatorType }) => initiatorType)`,
      );
      expect(blocking).toEqual(['link']);
    });
  });

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])(
    '[9.weight] has no layout shift on %s while it arrives slowly, with a menu and without',
    async (_device, options) => {
      const locale = 'lv';
      const content = SECTION.repeat(6);
      const { slug } = await released(desk.api, { locale, content });
      const links = Array.from(
        { length: 80 },
        (_, n) => `- [Part ${n}](/${locale}/${n ? `p${n}` : slug})`,
      );
      const menu = await released(desk.api, { locale, content: links.join('\n') });
      await operator(desk.databaseUrl, 'site', 'set-menu', menu.id, '--locale', locale);
      const slow = createServer(({ url }, response) => {
        void (async () => {
          const answer = await fetch(desk.url + url!);
          const type = answer.headers.get('content-type')!;
          response.writeHead(200, { 'Content-Type': type });
          for (const piece of (await answer.text()).split(
            type.startsWith('text/html') ? PIECES : '\0',
          )) {
            response.write(piece);
            await sleep(60);
          }
          response.end();
        })();
      }).listen(0, '127.0.0.1');
      await once(slow, 'listening');
      const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      await visits(options, async (page) => {
        for (const path of [`/${locale}/${slug}`, new URL(addresses[0]!).pathname]) {
          await page.goto(origin + path, { waitUntil: 'networkidle' });
          expect(await layoutShifts(page)).toEqual([]);
        }
      });
      slow.close();
    },
  );
});

async function transfersOf(tools: CDPSession, page: Page, address: string): Promise<Transfer[]> {
  const found = new Map<string, Transfer>();
  const change = (id: string, of: Partial<Transfer>): void => {
    const known = found.get(id) ?? { type: '', address: '', bytes: 0, fromCache: false };
    found.set(id, { ...known, ...of });
  };
  tools.on('Network.requestWillBeSent', ({ requestId, type, request }) =>
    change(requestId, { type: type ?? '', address: request.url }),
  );
  tools.on('Network.requestServedFromCache', ({ requestId }) =>
    change(requestId, { fromCache: true }),
  );
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, { bytes: encodedDataLength }),
  );
  tools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) change(requestId, { fromCache: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  // The icon is a `data:` address within the page. So the icon is not a transfer of its own.
  return [...found.values()].filter((transfer) => transfer.address.startsWith('http'));
}
