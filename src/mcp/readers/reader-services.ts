import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { parsedUrl } from '../../platform/validation/rule.js';
import { ContentViews } from '../../publications/views/content-views.service.js';
import { SearchService } from '../../search/search.service.js';
import { MenusService } from '../../site/menus.service.js';
import { type Reading, ReadingsService } from '../../site/readings.service.js';
import { foreignUrl, noDocument, withdrawn } from './readers.errors.js';

/** Finds released documents by addresses that models send. */
@Injectable()
export class AddressedDocuments {
  constructor(
    private readonly readings: ReadingsService,
    private readonly config: Config,
  ) {}

  /** @throws Problem `invalid_request` if the URL is not of this site, `not_found`, `withdrawn` */
  async at(url: string): Promise<Reading> {
    const path = pathOn(this.config.publicBaseUrl, url);
    if (path === undefined) throw foreignUrl(this.config.publicBaseUrl);
    const found = await this.readings.at(path);
    if (found && 'markdown' in found) return found;
    throw found?.status === 410 ? withdrawn() : noDocument();
  }
}

/** Returns the path of an address of this site, or of a path; `undefined` for any other text. */
function pathOn(baseUrl: string, url: string): string | undefined {
  const { origin, pathname = '' } = parsedUrl(url.trim(), `${baseUrl}/`) ?? {};
  if (origin !== parsedUrl(baseUrl)!.origin || !/^\s*(?:\/|https?:)/i.test(url)) return undefined;
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return undefined;
  }
}

/** The services that the tools of readers' assistants call: those of the site. */
@Injectable()
export class ReaderServices {
  readonly baseUrl: string;

  constructor(
    readonly search: SearchService,
    readonly documents: AddressedDocuments,
    readonly lists: ReadingsService,
    readonly menus: MenusService,
    readonly parts: ContentViews,
    { publicBaseUrl }: Config,
  ) {
    this.baseUrl = publicBaseUrl;
  }
}
