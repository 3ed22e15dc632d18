import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the Chromium that tests start: `CHROMIUM_PATH`, or the first usual path that exists. */
const executablePath =
  process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find((path) => existsSync(path));

/**
 * Returns whether the browser tests of a file run. If there is no browser, the tests are skipped, and a line on stderr
 * names the file. With `REQUIRE_BROWSER=1`, the tests run even without a browser, and fail.
 */
export function browserTestsRun(file: string): boolean {
  const run = executablePath !== undefined || process.env['REQUIRE_BROWSER'] === '1';
  if (!run) process.stderr.write(`No Chromium (CHROMIUM_PATH): ${basename(file)} is left out.\n`);
  return run;
}

let browser: Promise<Browser> | undefined;

/** Returns the Chromium of this process. The Chromium ends when the process ends. Rejects if no Chromium was found. */
export async function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium; CHROMIUM_PATH may name one.');
  return (browser ??= chromium.launch({ executablePath, args: QUIET }));
}

/** A page in a browser, with its messages and its requests to other origins. */
export interface Visit {
  readonly page: Page;
  /** Console messages, script errors and dialogs. */
  readonly noise: readonly string[];
  /** Requests to other origins, as type and address. The tab answers these requests itself. */
  readonly strangers: readonly string[];
  readonly status: number;
}

/** The screen of a visit. Without `viewport`, the page keeps the size of the previous visit. */
export interface Screen {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A tab of a new visitor, without cookies or cache. Opening a tab starts processes, so one tab serves many visits.
 */
export class Tab {
  private noise: string[] = [];
  private strangers: string[] = [];
  private origin = '';

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  static async open(options: BrowserContextOptions = {}): Promise<Tab> {
    const context = await (await openBrowser()).newContext(options);
    const page = await context.newPage();
    const tab = new Tab(context, page);
    page.on('console', (message) => tab.noise.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => tab.noise.push(String(error)));
    page.on('dialog', (dialog) => {
      tab.noise.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await context.route(
      (url) => url.origin !== tab.origin,
      (route) => {
        tab.strangers.push(`${route.request().resourceType()} ${route.request().url()}`);
        return route.fulfill({ contentType: 'image/png', body: PIXEL });
      },
    );
    return tab;
  }

  /** Loads an address with the given screen. This call ends the previous visit. */
  async visit(address: string, { viewport, colorScheme = 'light' }: Screen = {}): Promise<Visit> {
    this.origin = new URL(address).origin;
    this.noise = [];
    this.strangers = [];
    const { page, noise, strangers } = this;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const response = await page.goto(address, { waitUntil: 'load' });
    return { page, noise, strangers, status: response?.status() ?? 0 };
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
