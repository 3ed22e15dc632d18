import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { readConfig } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { HttpModule } from '../../src/platform/http/http.module.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { wordsOf } from '../../src/search/search-words.js';
import { SearchService } from '../../src/search/search.service.js';
import { ReleasedPagesService } from '../../src/site/released-pages.service.js';
import { SiteModule } from '../../src/site/site.module.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { type PageOnItsWay, publicationAt, publishPage } from '../setup/release-parts.js';

/** Address of the built program of the threads. Threads cannot load TypeScript. */
const THREAD_PROGRAM = new URL('../../dist/src/thread.worker.js', import.meta.url);

/** The public site alone, with a database. Tests release documents on it without a worker. */
export interface SiteApp {
  /**
   * Address of the server, `http://127.0.0.1:…`. It differs from `PUBLIC_BASE_URL`, which is
   * `https://docs.example.org`.
   */
  readonly url: string;
  readonly databaseUrl: string;
  /** The HTTP server at `url`. */
  readonly server: Server;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  publish(page: Partial<PageOnItsWay>): Promise<void>;
  withdraw(locale: string, slug: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a site with these `settings`. With `shared`, the new site uses the database of that site, like a second
 * process.
 */
export async function openSite(
  shared?: SiteApp,
  settings: Readonly<Record<string, string>> = {},
): Promise<SiteApp> {
  const database = shared
    ? { url: shared.databaseUrl, drop: () => Promise.resolve() }
    : await freshDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    PUBLIC_BASE_URL: 'https://docs.example.org',
    SITE_NAME: 'The Desk',
    ...settings,
  });
  const module = await Test.createTestingModule({
    imports: [PlatformModule.register(config, database.url), HttpModule, SiteModule],
  })
    .overrideProvider(Threads)
    .useFactory({ factory: () => new Threads(THREAD_PROGRAM) })
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
  app.disable('etag');
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const service = <T>(type: new (...given: never[]) => T): T => app.get(type, { strict: false });
  return {
    url,
    databaseUrl: database.url,
    server: app.getHttpServer(),
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    publish: async (named) => {
      const page = { ...document(), ...named };
      const words = wordsOf({ ...page, text: page.markdown });
      await publishPage(service(Database), page, words);
    },
    withdraw: (locale, slug) =>
      service(Database).transaction(async (tx) => {
        await service(ReleasedPagesService).withdraw(tx, { locale, slug });
        const id = await publicationAt(service(Database), locale, slug);
        if (id !== undefined) await service(SearchService).hide(tx, id);
      }),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

function document(): PageOnItsWay {
  return {
    locale: 'en',
    slug: 'hello',
    publicationId: randomUUID(),
    accountId: randomUUID(),
    version: 1,
    title: 'Hello',
    description: 'A greeting.',
    tags: ['greeting'],
    sources: ['https://example.org/source'],
    authorKind: 'ai',
    authorName: 'Desk Writer',
    approvedBy: null,
    approvedVia: null,
    accountName: 'Desk Account',
    markdown: 'Good *morning*.\n',
    html: '<p>Good <em>morning</em>.</p>',
    headings: [],
    publishedAt: new Date('2026-11-21T09:00:00.000Z'),
  };
}
