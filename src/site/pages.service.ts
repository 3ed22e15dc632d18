import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { Answer, Coding } from '../platform/http/deliver.js';
import { documentAnswer, markdownAnswer, redirection, withdrawnAnswer } from './answers.js';
import { AnswerCache, type StampedAnswer } from '../platform/http/answer-cache.js';
import { currentRendering } from './current-rendering.js';
import { releasedFile } from '../documents/front-matter.js';
import { documentPage } from './html/document-page.js';
import { lookOf, siteOf } from './html/site.js';
import {
  canExist,
  hrefOf,
  type PageForm,
  type PagePath,
  readAddress,
} from '../documents/page-path.js';
import { MenusService } from './menus.service.js';
import { MissingPages } from './missing-pages.service.js';
import { PagesRepository } from './pages.repository.js';
import type { ShownPage } from './shown-page.js';

/** A public document, in the form in which it was asked for. */
export interface FoundPage {
  readonly document: PagePath;
  readonly form: PageForm;
  readonly stamp: string;
}

/** Answers requests for documents (contract 9). */
@Injectable()
export class PagesService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly menus: MenusService,
    private readonly missing: MissingPages,
    private readonly answers: AnswerCache,
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  /** Answers a request for a path, in a content coding; `undefined` if the path cannot be the address of a document. */
  async answer(path: string, coding: Coding): Promise<Answer | undefined> {
    const found = await this.find(path);
    if (!found || 'status' in found) return found;
    const { document, form, stamp } = found;
    const make = () => this.make(document, form);
    const answer = await this.answers.get(hrefOf(document, form), stamp, coding, make);
    return answer ?? withdrawnAnswer(lookOf(this.config), document.locale);
  }

  /**
   * Finds the public document at a path. If there is none, returns the answer that says so, or that says where it is;
   * `undefined` if the path cannot be the address of a document.
   */
  async find(path: string): Promise<FoundPage | Answer | undefined> {
    const address = readAddress(path);
    if (!address) return undefined;
    const { canonical, form, isCanonical } = address;
    const look = lookOf(this.config);
    const state = canExist(canonical) ? await this.pages.state(canonical) : undefined;
    if (!state) return this.missing.at(path);
    const { withdrawn } = state;
    if (withdrawn?.movedTo) return redirection(hrefOf(withdrawn.movedTo, form));
    if (withdrawn) return withdrawnAnswer(look, canonical.locale, withdrawn.notice);
    if (!isCanonical) return redirection(hrefOf(canonical, form));
    return { document: canonical, form, stamp: state.stamp };
  }

  /** Answers with the page of a document as a start page; `undefined` if the document is not public. */
  async page(path: PagePath, coding: Coding): Promise<Answer | undefined> {
    const state = await this.pages.state(path);
    if (!state || state.withdrawn) return undefined;
    const make = () => this.make(path, 'page', true);
    return this.answers.get(`start ${hrefOf(path)}`, state.stamp, coding, make);
  }

  /** Makes the answer with the current page; `undefined` if no page is public at the path any more. */
  private async make(
    path: PagePath,
    form: PageForm,
    isStart = false,
  ): Promise<StampedAnswer | undefined> {
    const stored = await this.pages.read(path);
    if (!stored) return undefined;
    const { stamp } = stored;
    const page = await currentRendering(stored, this.threads, this.config);
    const site = siteOf(this.config);
    const href = site.baseUrl + hrefOf(path);
    if (form === 'markdown') {
      const markdown = withPictureAddresses(page, site.baseUrl);
      const file = releasedFile({ ...page, markdown }, site.baseUrl);
      return { stamp, answer: markdownAnswer(file, href) };
    }
    const { imageOrigins } = this.config;
    const menu = await this.menus.at(path.locale, stored.menuStamp);
    const html = documentPage(site, page, menu?.places.get(path.slug), isStart);
    return { stamp, answer: documentAnswer(html, `${href}.md`, imageOrigins) };
  }
}

/**
 * Pattern of a picture of this service in the HTML of a page. The pattern never matches text of an author, because `<`
 * is escaped in such text.
 */
const ADDRESS = /<img src="(\/pictures\/([0-9a-f]{64})-\d+\.\w+)"/g;

/**
 * Makes the Markdown of a page, with public addresses instead of picture names. A picture name consists of `picture:`
 * and a SHA-256. The SHA-256 in the address keeps the upper or lower case of each letter in the name. Therefore a
 * checker can restore the signed text.
 */
export function withPictureAddresses(
  { markdown, html }: Pick<ShownPage, 'markdown' | 'html'>,
  baseUrl: string,
): string {
  const addresses = new Map<string, string>();
  for (const [, path, sha256] of html.matchAll(ADDRESS)) {
    addresses.set(sha256!, baseUrl + path!);
  }
  if (addresses.size === 0) return markdown;
  return markdown.replaceAll(/picture:([0-9a-fA-F]{64})/g, (name, written: string) => {
    const sha256 = written.toLowerCase();
    return addresses.get(sha256)?.replace(sha256, written) ?? name;
  });
}
