import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { AnswerCache, type StampedAnswer } from '../platform/http/answer-cache.js';
import type { Answer, Coding } from '../platform/http/deliver.js';
import { Threads } from '../platform/threads/threads.service.js';
import { recordIn, signedMarkdown } from '../signatures/record.js';
import {
  listAnswer,
  recordAnswer,
  redirection,
  versionAnswer,
  versionMarkdownAnswer,
  withdrawnAnswer,
} from './answers.js';
import { currentRendering } from './current-rendering.js';
import { lookOf, siteOf } from './html/site.js';
import { versionPage } from './html/document-page.js';
import { versionsPage } from './html/versions-page.js';
import { pageNumber } from '../documents/list-path.js';
import { canExist, hrefOf, type PagePath } from '../documents/page-path.js';
import {
  readVersionAddress,
  readVersionsAddress,
  type VersionForm,
  versionHref,
  versionsHref,
} from '../documents/version-path.js';
import { MissingPages } from './missing-pages.service.js';
import { VersionsRepository } from './versions.repository.js';

/** Number of versions on a page of the list. */
const PAGE_SIZE = 100;
/** Maximum number of pages of the list. PostgreSQL takes about 20 ms to skip 50,000 rows for the last page. */
const LAST_PAGE = 500;

/** An available version, in the form in which it was asked for. */
export interface AskedVersion {
  readonly document: PagePath;
  readonly version: number;
  readonly form: VersionForm;
  readonly stamp: string;
}

/** Answers requests for released versions, their records and their lists (contract 15). */
@Injectable()
export class VersionsService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly answers: AnswerCache,
    private readonly missing: MissingPages,
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  /** Answers a request for a path, in a content coding; `undefined` if the path is not the address of a version. */
  async answer(path: string, coding: Coding): Promise<Answer | undefined> {
    const asked = await this.find(path);
    if (!asked || 'status' in asked) return asked;
    const { document, version, form, stamp } = asked;
    const href = versionHref(document, version, form);
    const make = () => this.make(document, version, form);
    const answer = await this.answers.get(href, stamp, coding, make);
    return answer ?? withdrawnAnswer(lookOf(this.config), document.locale);
  }

  /**
   * Finds the released version at a path. If it is not available, returns the answer that says so; `undefined` if the
   * path is not the address of a version.
   */
  async find(path: string): Promise<AskedVersion | Answer | undefined> {
    const address = readVersionAddress(path);
    if (!address) return undefined;
    const { path: document, version, form, isCanonical } = address;
    const found = canExist(document) ? await this.versions.find(document, version) : undefined;
    if (!found) return this.missing.at(path);
    if (!found.stands) {
      return withdrawnAnswer(lookOf(this.config), document.locale, found.notice);
    }
    if (!isCanonical) return redirection(versionHref(document, version, form));
    return { document, version, form, stamp: found.stamp };
  }

  /** Answers with a page of the list of versions; `undefined` if the path is not the address of such a list. */
  async list(path: string, query: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    const address = readVersionsAddress(path);
    if (!address) return undefined;
    const page = pageNumber(query);
    if (page === undefined || page > LAST_PAGE || !canExist(address.path)) {
      return this.missing.at(path);
    }
    const found = await this.versions.document(address.path);
    if (!found) return this.missing.at(path);
    if (found.isWithdrawn) {
      return withdrawnAnswer(lookOf(this.config), address.path.locale, found.notice);
    }
    if (!address.isCanonical) return redirection(versionsHref(address.path, page));
    const offset = (page - 1) * PAGE_SIZE;
    // One extra row shows whether there is a next page.
    const versions = await this.versions.list(found.publicationId, PAGE_SIZE + 1, offset);
    if (versions.length === 0) return this.missing.at(path);
    const content = {
      ...address.path,
      title: found.title,
      page,
      versions: versions.slice(0, PAGE_SIZE),
      hasMore: versions.length > PAGE_SIZE && page < LAST_PAGE,
    };
    return listAnswer(versionsPage(siteOf(this.config), content));
  }

  private async make(
    path: PagePath,
    version: number,
    form: VersionForm,
  ): Promise<StampedAnswer | undefined> {
    const read = await this.versions.read(path, version);
    if (!read) return undefined;
    const { stamp, newestVersion } = read;
    if (form === 'record') return { stamp, answer: recordAnswer(read.jws) };
    const { publicBaseUrl, imageOrigins } = this.config;
    const links = {
      newest: publicBaseUrl + hrefOf(path),
      all: publicBaseUrl + versionsHref(path),
      record: publicBaseUrl + versionHref(path, version, 'record'),
    };
    if (form === 'markdown') {
      return {
        stamp,
        answer: versionMarkdownAnswer(signedMarkdown(recordIn(read.jws), read), links),
      };
    }
    const current = await currentRendering(read, this.threads, this.config);
    const page = { ...current, translations: [path.locale] };
    const markdown = publicBaseUrl + versionHref(path, version, 'markdown');
    const html = versionPage(siteOf(this.config), page, newestVersion);
    return { stamp, answer: versionAnswer(html, links, markdown, imageOrigins) };
  }
}
