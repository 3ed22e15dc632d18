import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import {
  type Answer,
  type AnswerHead,
  documentHead,
  type HeadAnswer,
  markdownHead,
  notFoundAnswer,
  passingPage,
  redirection,
} from './answer.js';
import { type Coding, type Compression, lengthOf } from './compressed-file.js';
import { DocumentFilesService } from './document-files.service.js';
import { withdrawnPage } from './html/message-page.js';
import { compressionOf, type LastingAnswer, lastingAnswer, PageCache } from './page-cache.js';
import {
  canExist,
  hrefOf,
  type PageAddress,
  type PageForm,
  type PagePath,
  readAddress,
} from './page-path.js';
import { type KeptFile, type PageStamp, ShownPagesRepository } from './shown-pages.repository.js';

/** A file in one compression, with the state of its page when the file was made. */
interface StoredFile {
  readonly tag: string;
  readonly body: Buffer;
  readonly changedAt: Date;
  /** Whether no other state of the page has the same second. If `true`, `Last-Modified` identifies the state. */
  readonly isOwnSecond: boolean;
  readonly stamp: string;
}

/** Answers requests for documents (contract 9). */
@Injectable()
export class PagesService {
  private readonly cache = new PageCache();
  /** The files that a thread is making now, by address and stamp of the page. */
  private readonly making = new Map<string, ReturnType<PagesService['made']>>();

  constructor(
    private readonly pages: ShownPagesRepository,
    private readonly files: DocumentFilesService,
    private readonly config: Config,
  ) {}

  /**
   * Answers a request for a path, in a content coding; `undefined` if the path cannot be the address of a document.
   * @param isHeadEnough whether the request is HEAD or conditional; if so, the file is read only for a client that
   * needs it
   */
  async answer(
    path: string,
    coding: Coding,
    isHeadEnough = false,
  ): Promise<Answer | HeadAnswer | LastingAnswer | undefined> {
    const address = readAddress(path);
    if (!address) return undefined;
    const { canonical, form } = address;
    if (!canExist(canonical)) return notFoundAnswer(this.config.siteName);
    const href = hrefOf(canonical, form);
    const key = keyOf(href, coding);
    const isHere = this.cache.has(key);
    const compression = compressionOf(coding);
    const asked = { ...canonical, form: isHere ? null : form, compression, isHeadEnough };
    const found = await this.pages.findStamp(asked);
    if (!found) return notFoundAnswer(this.config.siteName, canonical.locale);
    if (found.isWithdrawn) return this.withdrawn(canonical.locale);
    if (!isCanonical(address)) return redirection(href);
    const here = this.cache.get(key, found.stamp);
    if (here) return here;
    if (isHere) {
      // The page changed after it was cached. Look up the page again, now together with its stored file.
      this.cache.delete(key);
      return this.answer(path, coding, isHeadEnough);
    }
    if (found.kept && found.kept.body === null) {
      const head = this.headOf(found.kept.tag, ofKept(found), canonical, form);
      const whole = () => this.answer(path, coding);
      return { ...head, coding, length: lengthIn(coding, found.kept), whole };
    }
    const stored = found.kept
      ? { ...ofKept(found), ...found.kept, body: found.kept.body! }
      : await this.madeOnce(canonical, form, found.stamp, compression);
    if (!stored) return this.withdrawn(canonical.locale);
    const made = this.cache.get(key, stored.stamp);
    if (made) return made;
    const answer = await this.answerWith(stored, canonical, form, coding);
    this.cache.putIfAskedAgain(key, stored.stamp, answer);
    return answer;
  }

  /**
   * Makes a file once for all concurrent requests with the same stamp. Many readers can request a new page at the same
   * time.
   */
  private async madeOnce(
    path: PagePath,
    form: PageForm,
    stamp: string,
    compression: Compression,
  ): Promise<StoredFile | undefined> {
    const key = `${hrefOf(path, form)} ${stamp}`;
    let making = this.making.get(key);
    if (!making) {
      making = this.made(path, form).finally(() => this.making.delete(key));
      this.making.set(key, making);
    }
    const made = await making;
    return made && { ...made, tag: made.file.tag, body: made.file[compression] };
  }

  /**
   * Makes the file of the current page. This page can be newer than the stamp of the caller. Returns `undefined` if no
   * page is public at the path.
   */
  private async made(path: PagePath, form: PageForm) {
    const page = await this.pages.find(path);
    if (!page || page.withdrawnAt) return undefined;
    const { [form]: file } = await this.files.makeForReader(page);
    const { changedAt, stamp, renderedBy } = page;
    // Two editions can make different bytes from the same revision. If another edition rendered the page, `changedAt`
    // therefore does not identify the file.
    const isOwnSecond = renderedBy === this.files.edition;
    // Caches br and gzip, so that a later request for the other coding does not make the file again.
    for (const coding of ['br', 'gzip'] as const) {
      const stored = { tag: file.tag, body: file[coding], changedAt, stamp, isOwnSecond };
      const answer = await this.answerWith(stored, path, form, coding);
      this.cache.put(keyOf(hrefOf(path, form), coding), stamp, answer);
    }
    return { file, changedAt, stamp, isOwnSecond };
  }

  private answerWith(
    { tag, body, ...change }: StoredFile,
    path: PagePath,
    form: PageForm,
    coding: Coding,
  ): Promise<LastingAnswer> {
    return lastingAnswer(this.headOf(tag, change, path, form), body, coding);
  }

  private headOf(
    tag: string,
    { changedAt: at, isOwnSecond }: Pick<StoredFile, 'changedAt' | 'isOwnSecond'>,
    path: PagePath,
    form: PageForm,
  ): AnswerHead {
    const { publicBaseUrl, imageOrigins } = this.config;
    const lastChange = { at, isOwnSecond };
    if (form === 'markdown') return markdownHead(tag, lastChange, publicBaseUrl + hrefOf(path));
    const markdown = publicBaseUrl + hrefOf(path, 'markdown');
    return documentHead(tag, lastChange, markdown, imageOrigins);
  }

  private withdrawn(locale: string): Answer {
    return passingPage(410, withdrawnPage(this.config.siteName, locale));
  }
}

/** Returns the state of a stored file. `isOwnSecond` is `true`, because only files of this edition are found. */
const ofKept = ({ changedAt, stamp }: PageStamp) => ({ changedAt, stamp, isOwnSecond: true });

const lengthIn = (coding: Coding, { length, ending }: KeptFile): number =>
  coding === 'identity' ? lengthOf(ending!) : length;

const keyOf = (href: string, coding: Coding): string => `${coding} ${href}`;

function isCanonical({ asked, canonical, trailingSlash }: PageAddress): boolean {
  return !trailingSlash && asked.locale === canonical.locale && asked.slug === canonical.slug;
}
