import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Problem } from '../../platform/problems/problem.js';
import { invalidRequest } from '../../platform/validation/fault.js';
import { decodedUri, parsedUrl } from '../../platform/validation/rule.js';
import { ContentViews } from '../../publications/views/content-views.service.js';
import { SearchService } from '../../search/search.service.js';
import { MenusService } from '../../site/menus.service.js';
import { type Reading, ReadingsService } from '../../site/readings.service.js';

/** The services that the tools of readers' assistants call: those of the site. */
@Injectable()
export class ReaderServices {
  readonly baseUrl: string;

  constructor(
    readonly search: SearchService,
    readonly readings: ReadingsService,
    readonly menus: MenusService,
    readonly parts: ContentViews,
    { publicBaseUrl }: Config,
  ) {
    this.baseUrl = publicBaseUrl;
  }

  /**
   * Finds a released document by the address that a model sends.
   * @throws Problem `invalid_request` if the URL is not of this site, `not_found`, with the status 410 if it was withdrawn
   */
  async documentAt(url: string): Promise<Reading> {
    const path = pathOn(this.baseUrl, url);
    if (path === undefined) throw foreignUrl(this.baseUrl);
    const found = await this.readings.at(path);
    if (found && 'markdown' in found) return found;
    throw found?.status === 410 ? withdrawn() : noDocument();
  }
}

/** Returns the path of an address of this site, or of a path; `undefined` for any other text. */
function pathOn(baseUrl: string, url: string): string | undefined {
  const { origin, pathname = '' } = parsedUrl(url.trim(), `${baseUrl}/`) ?? {};
  if (origin !== parsedUrl(baseUrl)!.origin || !/^\s*(?:\/|https?:)/i.test(url)) return undefined;
  return decodedUri(pathname) === undefined ? undefined : pathname;
}

/** No released document is at the address (contract 8). */
const noDocument = (): Problem =>
  new Problem('not_found', {
    detail: 'No released document is at this address.',
    nextStep:
      'Find the document with search_documents or list_documents: its address is in `cite` or `url` of the item.',
  });

/** The document at the address was withdrawn (contract 8). */
const withdrawn = (): Problem =>
  new Problem('not_found', {
    status: 410,
    detail: 'The document at this address was withdrawn.',
    nextStep: 'Do not cite it. Look for another document with search_documents.',
  });

const foreignUrl = (publicBaseUrl: string): Problem =>
  invalidRequest([
    {
      field: 'url',
      message: `must be the address of a document on this site, such as ${publicBaseUrl}/LOCALE/SLUG, or only the path of the address`,
    },
  ]);
