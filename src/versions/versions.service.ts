import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError } from '../platform/threads/task-error.js';
import { Threads } from '../platform/threads/threads.service.js';
import {
  type Answer,
  type AnswerHead,
  listAnswer,
  notFoundAnswer,
  passingPage,
  recordAnswer,
  redirection,
  versionHead,
  versionMarkdownHead,
} from '../site/answer.js';
import { type Coding, withBuffers } from '../site/compressed-file.js';
import { withdrawnPage } from '../site/html/message-page.js';
import { siteOf } from '../site/html/site.js';
import { versionsPage } from '../site/html/versions-page.js';
import { pageNumber } from '../site/list-path.js';
import { compressionOf, type LastingAnswer, lastingAnswer, PageCache } from '../site/page-cache.js';
import {
  canExist,
  hrefOf,
  type PageForm,
  type PagePath,
  versionHref,
  versionsHref,
} from '../site/page-path.js';
import type { DocumentFiles } from '../site/site-tasks.js';
import { readVersionAddress, readVersionsAddress } from './version-path.js';
import { type StampedVersion, VersionsRepository } from './versions.repository.js';

const CACHE_BYTES = 16 * 1024 * 1024;
/** Longest wait of a reader for a turn in the threads, in ms. */
const TIMEOUT_MS = 4_000;
/** Number of versions on a page of the list. */
const PAGE_SIZE = 100;
/** Maximum number of pages of the list. PostgreSQL takes about 20 ms to skip 50,000 rows for the last page. */
const LAST_PAGE = 500;

/** Answers requests for released versions, their records and their lists (contract 15). */
@Injectable()
export class VersionsService {
  private readonly cache = new PageCache(CACHE_BYTES);
  /** The files that a thread is making now, by publication, version and stamp. */
  private readonly making = new Map<string, Promise<DocumentFiles>>();

  constructor(
    private readonly versions: VersionsRepository,
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  /** Answers a request for a path, in a content coding; `undefined` if the path is not the address of a version. */
  async answer(path: string, coding: Coding): Promise<Answer | LastingAnswer | undefined> {
    const address = readVersionAddress(path);
    if (!address) return undefined;
    const { path: document, version, form, isCanonical } = address;
    const notFound = notFoundAnswer(this.config.siteName, document.locale);
    if (!canExist(document)) return notFound;
    const found = await this.versions.find(document, version);
    if (!found) return notFound;
    if (!found.stands) return this.withdrawn(document);
    if (!isCanonical) return redirection(versionHref(document, version, form));
    if (form !== 'record') return this.file(document, version, form, found.stamp, coding);
    const record = await this.versions.record(document, version);
    return record ? recordAnswer(record.jws, record.publishedAt) : notFound;
  }

  /** Answers with a page of the list of versions; `undefined` if the path is not the address of such a list. */
  async list(path: string, query: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    const address = readVersionsAddress(path);
    if (!address) return undefined;
    const notFound = notFoundAnswer(this.config.siteName, address.path.locale);
    const page = pageNumber(query);
    if (page === undefined || page > LAST_PAGE || !canExist(address.path)) return notFound;
    const found = await this.versions.document(address.path);
    if (!found) return notFound;
    if (found.isWithdrawn) return this.withdrawn(address.path);
    if (!address.isCanonical) return redirection(versionsHref(address.path, page));
    const offset = (page - 1) * PAGE_SIZE;
    // One extra row shows whether there is a next page.
    const versions = await this.versions.list(found.publicationId, PAGE_SIZE + 1, offset);
    if (versions.length === 0) return notFound;
    const content = {
      ...address.path,
      title: found.title,
      page,
      versions: versions.slice(0, PAGE_SIZE),
      hasMore: versions.length > PAGE_SIZE && page < LAST_PAGE,
    };
    return listAnswer(versionsPage(siteOf(this.config), content), found.publishedAt);
  }

  private async file(
    path: PagePath,
    version: number,
    form: PageForm,
    stamp: string,
    coding: Coding,
  ): Promise<Answer | LastingAnswer> {
    const key = `${coding} ${versionHref(path, version, form)}`;
    const here = this.cache.get(key, stamp);
    if (here) return here;
    const read = await this.versions.read(path, version);
    if (!read) return this.withdrawn(path);
    const { [form]: file } = await this.madeOnce(read);
    const head = this.headOf(read, form, file.tag);
    const answer = await lastingAnswer(head, file[compressionOf(coding)], coding);
    this.cache.put(key, read.stamp, answer);
    return answer;
  }

  /** Makes the files of a version once for all concurrent requests. */
  private madeOnce(version: StampedVersion): Promise<DocumentFiles> {
    const key = `${version.publicationId} ${version.version} ${version.stamp}`;
    let making = this.making.get(key);
    if (!making) {
      making = this.made(version).finally(() => this.making.delete(key));
      this.making.set(key, making);
    }
    return making;
  }

  private async made(read: StampedVersion): Promise<DocumentFiles> {
    const { stamp: _stamp, newestPublishedAt: _time, ...version } = read;
    const { config } = this;
    const input = { site: siteOf(config), version };
    const turn = { account: version.accountId, timeoutMs: TIMEOUT_MS };
    try {
      const files = await this.threads.run('versionFiles', input, turn);
      return { page: withBuffers(files.page), markdown: withBuffers(files.markdown) };
    } catch (error) {
      throw error instanceof TaskError ? unavailable() : error;
    }
  }

  private headOf(read: StampedVersion, form: PageForm, tag: string): AnswerHead {
    const { publicBaseUrl, imageOrigins } = this.config;
    const { version, publishedAt, newestPublishedAt } = read;
    const links = {
      newest: publicBaseUrl + hrefOf(read),
      all: publicBaseUrl + versionsHref(read),
      record: publicBaseUrl + versionHref(read, version, 'record'),
    };
    if (form === 'markdown') return versionMarkdownHead(tag, publishedAt, links);
    const markdown = publicBaseUrl + versionHref(read, version, 'markdown');
    return versionHead(tag, newestPublishedAt, links, markdown, imageOrigins);
  }

  private withdrawn({ locale }: PagePath): Answer {
    return passingPage(410, withdrawnPage(this.config.siteName, locale));
  }
}
