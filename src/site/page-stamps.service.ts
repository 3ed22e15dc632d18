import { Injectable } from '@nestjs/common';
import { ReleasedPagesService } from './released-pages.service.js';
import type { AskedPage, PageStamp } from './shown-page.js';

/** Somebody who waits for the stamp of a page. */
interface Asked {
  readonly page: AskedPage;
  readonly resolve: (stamp: PageStamp | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One question to the database for all readers who came in one round of the event loop: each stamp is
 * read after it was asked for, so that no page is ever stale.
 */
@Injectable()
export class PageStamps {
  private asked: Asked[] = [];

  constructor(private readonly pages: ReleasedPagesService) {}

  /** Finds whether a page shows what it showed, and what was kept of the form that is asked for. */
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
