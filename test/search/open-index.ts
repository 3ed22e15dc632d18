import { Test } from '@nestjs/testing';
import { Database } from '../../src/platform/database/database.js';
import { readConfig } from '../../src/platform/config/config.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { wordsOf } from '../../src/search/search-words.js';
import { SearchModule } from '../../src/search/search.module.js';
import { SearchService } from '../../src/search/search.service.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { type EntryOnItsWay, putEntries } from '../setup/release-parts.js';

/** A document for the index; its title defaults to its slug. */
export interface Sample {
  readonly locale?: string;
  readonly slug: string;
  readonly title?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly text?: string;
  readonly publishedAt?: Date;
}

/** The search on a database of its own. */
export interface Index {
  readonly search: SearchService;
  readonly database: Database;
  /** Adds documents, all in one statement. */
  put(samples: readonly Sample[]): Promise<void>;
  close(): Promise<void>;
}

/** Address of the built program of the threads. Threads cannot load TypeScript. */
const THREAD_PROGRAM = new URL('../../dist/src/thread.worker.js', import.meta.url);
const NOON = new Date('2026-11-21T12:00:00.000Z');

function entryOf({ slug, publishedAt = NOON, ...named }: Sample): EntryOnItsWay {
  const { text, ...document } = Object.assign(
    { locale: 'en', slug, title: slug, description: '', tags: [], text: '' },
    named,
  );
  return { ...document, authorKind: 'ai', words: wordsOf({ ...document, text }), publishedAt };
}

/** Opens an empty index, whose searches run their tasks in `threads`. */
export async function openIndex(threads = new Threads(THREAD_PROGRAM)): Promise<Index> {
  const fresh = await freshDatabase();
  const context = await Test.createTestingModule({
    imports: [
      PlatformModule.register(readConfig({ DATABASE_POOL_SIZE: '3' }), fresh.url),
      SearchModule,
    ],
  })
    .overrideProvider(Threads)
    .useFactory({ factory: () => threads })
    .compile();
  await context.init();
  const [search, database] = [context.get(SearchService), context.get(Database)];
  return {
    search,
    database,
    put: (samples) => putEntries(database, samples.map(entryOf)),
    close: async () => {
      await context.close();
      await fresh.drop();
    },
  };
}
