import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { type Answer, documentAnswer, markdownAnswer, passingPage, redirection } from './answer.js';
import { markdownFile } from './front-matter.js';
import { documentPage } from './html/document-page.js';
import { notFoundPage, withdrawnPage } from './html/message-page.js';
import { siteOf } from './html/site.js';
import { PageCache } from './page-cache.js';
import {
  canExist,
  hrefOf,
  type PageAddress,
  type PageForm,
  type PagePath,
  readAddress,
} from './page-path.js';
import { PageStamps } from './page-stamps.service.js';
import { ReleasedPagesService } from './released-pages.service.js';
import type { ShownPage } from './shown-page.js';

/** What stands at the address of a document (CONTRACT 9). */
@Injectable()
export class PagesService {
  private readonly cache = new PageCache();
  /** Answers that are being made, by address and stamp. */
  private readonly making = new Map<string, Promise<Answer>>();

  constructor(
    private readonly pages: ReleasedPagesService,
    private readonly stamps: PageStamps,
    private readonly config: Config,
  ) {}

  /** Answers to the path of a request; `undefined`: it can not be the address of a document. */
  async answer(path: string): Promise<Answer | undefined> {
    const address = readAddress(path);
    if (!address) return undefined;
    const { canonical, form } = address;
    const found = canExist(canonical) ? await this.stamps.find(canonical) : undefined;
    if (!found) return this.notFound();
    if (found.isWithdrawn) return this.withdrawn();
    const href = hrefOf(canonical, form);
    if (!isCanonical(address)) return redirection(href);
    return this.cache.get(href, found.stamp) ?? this.madeOnce(canonical, form, found.stamp);
  }

  /**
   * Who comes while an answer is made that began with the same stamp waits for that one: the crowd at
   * a new page costs what its first reader does.
   */
  private madeOnce(path: PagePath, form: PageForm, stamp: string): Promise<Answer> {
    const key = `${hrefOf(path, form)} ${stamp}`;
    const known = this.making.get(key);
    if (known) return known;
    const making = this.made(path, form).finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }

  /** Makes the answer from what stands there now, which may be newer than the stamp. */
  private async made(path: PagePath, form: PageForm): Promise<Answer> {
    const page = await this.pages.find(path);
    if (!page || page.withdrawnAt) return this.withdrawn();
    const answer = form === 'markdown' ? this.markdown(page) : this.page(page);
    this.cache.put(hrefOf(path, form), page.stamp, answer);
    return answer;
  }

  private page(page: ShownPage): Answer {
    const { publicBaseUrl, imageOrigins } = this.config;
    const markdown = publicBaseUrl + hrefOf(page, 'markdown');
    const written = documentPage(siteOf(this.config), page);
    return documentAnswer(written, page.changedAt, markdown, imageOrigins);
  }

  private markdown(page: ShownPage): Answer {
    const { publicBaseUrl } = this.config;
    const file = markdownFile(page, publicBaseUrl);
    return markdownAnswer(file, page.publishedAt, publicBaseUrl + hrefOf(page));
  }

  private notFound(): Answer {
    return passingPage(404, notFoundPage(this.config.siteName));
  }

  private withdrawn(): Answer {
    return passingPage(410, withdrawnPage(this.config.siteName));
  }
}

function isCanonical({ asked, canonical, trailingSlash }: PageAddress): boolean {
  return !trailingSlash && asked.locale === canonical.locale && asked.slug === canonical.slug;
}
