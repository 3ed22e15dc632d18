import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { type Answer, lastingPage, markdownAnswer, passingPage, redirection } from './answer.js';
import { markdownFile } from './front-matter.js';
import { documentPage } from './html/document-page.js';
import { siteOf } from './html/site.js';
import { notFoundPage, withdrawnPage } from './html/message-page.js';
import { canExist, hrefOf, type PageAddress, type PageForm, readAddress } from './page-path.js';
import { ReleasedPagesService } from './released-pages.service.js';
import type { ShownPage } from './shown-page.js';

/** What stands at the address of a document (CONTRACT 9). */
@Injectable()
export class PagesService {
  constructor(
    private readonly pages: ReleasedPagesService,
    private readonly config: Config,
  ) {}

  /** Answers to the path of a request; `undefined`: it can not be the address of a document. */
  async answer(path: string): Promise<Answer | undefined> {
    const address = readAddress(path);
    if (!address) return undefined;
    const page = canExist(address.canonical) ? await this.pages.find(address.canonical) : undefined;
    if (!page) return passingPage(404, notFoundPage(this.config.siteName));
    if (page.withdrawnAt) return passingPage(410, withdrawnPage(this.config.siteName));
    if (!isCanonical(address)) return redirection(hrefOf(page, address.form));
    return this.shown(page, address.form);
  }

  private shown(page: ShownPage, form: PageForm): Answer {
    const { publicBaseUrl } = this.config;
    return form === 'markdown'
      ? markdownAnswer(
          markdownFile(page, publicBaseUrl),
          page.publishedAt,
          publicBaseUrl + hrefOf(page),
        )
      : lastingPage(documentPage(siteOf(this.config), page), page.changedAt);
  }
}

function isCanonical({ asked, canonical, trailingSlash }: PageAddress): boolean {
  return !trailingSlash && asked.locale === canonical.locale && asked.slug === canonical.slug;
}
