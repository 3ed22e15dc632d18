import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadPool } from '../platform/threads/thread-pool.js';
import type { SearchedDocument, SearchWords } from './search-words.js';

const TIME_LIMIT_MS = 10_000;

/** The words of a document could not be found: trying again would end the same way (contract 3). */
export class IndexFault extends Error {
  override readonly name = 'IndexFault';

  constructor(options?: ErrorOptions) {
    super('The document could not be indexed within the limits of time and memory.', options);
  }
}

/** Finds the index words of documents in threads of their own (contract 9). */
@Injectable()
export class SearchWordsService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<SearchedDocument, SearchWords>(
    new URL('./search-words.worker.js', import.meta.url),
    TIME_LIMIT_MS,
    { toError: (cause) => new IndexFault({ cause }) },
  );

  /** @throws IndexFault if it takes too long or too much memory */
  wordsOf(document: SearchedDocument): Promise<SearchWords> {
    return this.threads.run(document);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
