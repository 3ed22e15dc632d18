import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import {
  type Answer,
  type CompressedAnswer,
  documentAnswer,
  markdownAnswer,
  passingPage,
  redirection,
} from './answer.js';
import { DocumentFiles } from './document-files.service.js';
import { notFoundPage, withdrawnPage } from './html/message-page.js';
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
import type { CompressedFile } from './shown-page.js';

/** What stands at the address of a document (CONTRACT 9). */
@Injectable()
export class PagesService {
  private readonly cache = new PageCache();
  /** Answers that are being made, by address and stamp. */
  private readonly making = new Map<string, Promise<CompressedAnswer | Answer>>();

  constructor(
    private readonly pages: ReleasedPagesService,
    private readonly stamps: PageStamps,
    private readonly files: DocumentFiles,
    private readonly config: Config,
  ) {}

  /** Answers to the path of a request; `undefined`: it cannot be the address of a document. */
  async answer(path: string): Promise<Answer | CompressedAnswer | undefined> {
    const address = readAddress(path);
    if (!address) return undefined;
    const { canonical, form } = address;
    if (!canExist(canonical)) return this.notFound();
    const href = hrefOf(canonical, form);
    const isHere = this.cache.has(href);
    const found = await this.stamps.find({ ...canonical, form: isHere ? null : form });
    if (!found) return this.notFound();
    if (found.isWithdrawn) return this.withdrawn();
    if (!isCanonical(address)) return redirection(href);
    const here = this.cache.get(href, found.stamp);
    if (here) return here;
    if (isHere) {
      // It was here and is not what stands there now: ask again, and for what was kept.
      this.cache.delete(href);
      return this.answer(path);
    }
    if (!found.kept) return this.madeOnce(canonical, form, found.stamp);
    const answer = this.answerWith(found.kept, canonical, form, found.changedAt);
    this.cache.put(href, found.stamp, answer);
    return answer;
  }

  /**
   * Who comes while an answer is made that began with the same stamp waits for that one: the crowd at
   * a new page costs what its first reader does.
   */
  private madeOnce(
    path: PagePath,
    form: PageForm,
    stamp: string,
  ): Promise<CompressedAnswer | Answer> {
    const key = `${hrefOf(path, form)} ${stamp}`;
    const known = this.making.get(key);
    if (known) return known;
    const making = this.made(path, form).finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }

  /** Makes the answer from what stands there now, which may be newer than the stamp. */
  private async made(path: PagePath, form: PageForm): Promise<CompressedAnswer | Answer> {
    const page = await this.pages.find(path);
    if (!page || page.withdrawnAt) return this.withdrawn();
    const file = await this.files.make(page, form);
    const answer = this.answerWith(file, path, form, page.changedAt);
    this.cache.put(hrefOf(path, form), page.stamp, answer);
    return answer;
  }

  private answerWith(
    file: CompressedFile,
    path: PagePath,
    form: PageForm,
    changedAt: Date,
  ): CompressedAnswer {
    const { publicBaseUrl, imageOrigins } = this.config;
    if (form === 'markdown') return markdownAnswer(file, changedAt, publicBaseUrl + hrefOf(path));
    const markdown = publicBaseUrl + hrefOf(path, 'markdown');
    return documentAnswer(file, changedAt, markdown, imageOrigins);
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
