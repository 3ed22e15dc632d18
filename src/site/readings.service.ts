import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { Answer } from '../platform/http/deliver.js';
import { type ListSubject, localeSubject } from '../documents/list-path.js';
import { hrefOf } from '../documents/page-path.js';
import { currentRendering } from './current-rendering.js';
import { ListsRepository, type Window } from './lists.repository.js';
import { PagesRepository } from './pages.repository.js';
import { type FoundPage, PagesService, withPictureAddresses } from './pages.service.js';
import { MovedPaths } from './moved-paths.service.js';
import type { ListedPage, ShownPage } from './shown-page.js';
import { SitePlaces } from './site-places.service.js';
import { VersionsRepository } from './versions.repository.js';
import { type AskedVersion, VersionsService } from './versions.service.js';

/** A released document or version as its page shows it. Its Markdown has public addresses of pictures. */
export interface Reading extends Omit<ShownPage, 'translations'> {
  /** Number of the version at the document's own address; `null` if that leads to another document. */
  readonly newestVersion: number | null;
}

/** Maximum number of redirects from one address. */
const MAX_REDIRECTS = 5;

/** Reads released documents, for programs. What pages answer decides what is at an address (contract 8). */
@Injectable()
export class ReadingsService {
  constructor(
    private readonly pages: PagesService,
    private readonly versions: VersionsService,
    private readonly moved: MovedPaths,
    private readonly places: SitePlaces,
    private readonly pageRows: PagesRepository,
    private readonly lists: ListsRepository,
    private readonly versionRows: VersionsRepository,
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  newest(subject: ListSubject, window: Window): Promise<readonly ListedPage[]> {
    return this.lists.newest(subject, window);
  }

  /**
   * Reads the document or version at a path, percent-encoded, and follows redirects. Returns the answer of the page if
   * there is no document: its status is 404 or 410. Returns `undefined` if no document can have this address.
   */
  async at(path: string): Promise<Reading | Answer | undefined> {
    let asked = path;
    for (let left = MAX_REDIRECTS; left >= 0; left -= 1) {
      const found = await this.find(asked);
      if (found && 'document' in found) return this.read(found);
      if (found?.status !== 301) return found;
      asked = found.headers.Location!;
    }
    return undefined;
  }

  private async find(path: string): Promise<FoundPage | AskedVersion | Answer | undefined> {
    const found =
      (await this.versions.find(path)) ?? (await this.pages.find(path)) ?? (await this.home(path));
    if (!found) return this.moved.to(path);
    return 'document' in found ? found : this.moved.unlessMoved(path, found);
  }

  /** Finds the document that is the start page of a locale. */
  private async home(path: string): Promise<FoundPage | Answer | undefined> {
    const subject = localeSubject(path.replaceAll(/^\/|\/$/g, ''));
    const home = subject && (await this.places.home(subject.locale));
    return home && this.pages.find(hrefOf(home));
  }

  /** Reads what was found, with public addresses of its pictures; `undefined` if it has been withdrawn meanwhile. */
  private async read(found: FoundPage | AskedVersion): Promise<Reading | undefined> {
    const { document } = found;
    const stored =
      'version' in found
        ? await this.versionRows.read(document, found.version)
        : await this.pageRows.read(document);
    if (!stored) return undefined;
    const page = await currentRendering(stored, this.threads, this.config);
    const markdown = withPictureAddresses(page, this.config.publicBaseUrl);
    return { newestVersion: page.version, ...page, markdown };
  }
}
