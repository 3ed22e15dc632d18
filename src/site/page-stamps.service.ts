import { Injectable } from '@nestjs/common';
import { ReleasedPagesService } from './released-pages.service.js';
import type { AskedPage, PageStamp } from './shown-page.js';

interface Asked {
  readonly page: AskedPage;
  readonly resolve: (stamp: PageStamp | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the stamps for all requests of one turn of the event loop with one query. The query starts after the requests
 * have arrived, so that no stamp is older than the request that it answers.
 */
@Injectable()
export class PageStamps {
  private asked: Asked[] = [];

  constructor(private readonly pages: ReleasedPagesService) {}

  /** Reads the stamp of a page, and the stored file of the requested form if there is one. */
  find(page: AskedPage): Promise<PageStamp | undefined> {
    return new Promise((resolve, reject) => {
      const first = this.asked.push({ page, resolve, reject }) === 1;
      if (first) setImmediate(() => void this.answer());
    });
  }

  private async answer(): Promise<void> {
    const { asked } = this;
    this.asked = [];
    try {
      const stamps = await this.pages.findStamps(asked.map(({ page }) => page));
      for (const [place, { resolve }] of asked.entries()) resolve(stamps[place]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
