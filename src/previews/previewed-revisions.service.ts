import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { Threads } from '../platform/threads/threads.service.js';
import { type DocumentRow, flattened } from '../documents/document.js';
import {
  type PictureToShow,
  RenderFault,
  renderFaultOf,
  shownOrigins,
} from '../rendering/rendered-document.js';
import { deskLanguage } from '../site/html/desk-words.js';
import {
  previewChangesPage,
  previewPage,
  type PreviewStanding,
} from '../site/html/preview-page.js';
import { lookOf } from '../site/html/site.js';
import type { WarningDto } from '../warnings/warning.dto.js';
import type { MadeComparison } from './preview-tasks.js';
import { READ_PREVIEWED } from './previews.statements.js';

/** A revision that may be shown, and the public revision to compare it with. */
interface Previewed {
  readonly accountId: string;
  readonly publicationId: string;
  readonly revision: number;
  readonly locale: string;
  /** `null` if nothing is public. */
  readonly publishedVersion: number | null;
}

/** Which revision to compare with which, and for which page. */
export interface ComparisonWish extends Previewed {
  /** The older revision; `null`: all of the revision is new. */
  readonly from: number | null;
  /** Language of the desk, a key of its translations. */
  readonly language: string;
  /** Address of the page with the marked article, if the list of places stands on another page; else empty. */
  readonly page: string;
  /** Prefix of the addresses of pictures; always the same for one document, because the cache key lacks it. */
  readonly picturesBase: string;
  /** Address of the document at the desk; `null`: no links to its forms. */
  readonly deskHref: string | null;
}

type Shown = Previewed & PreviewStanding;

/** A revision that cannot be rendered, with the reason as a sentence. */
interface Unrenderable {
  readonly title: string;
  readonly reason: string;
}

interface PreviewedRow extends DocumentRow {
  readonly content: string;
  readonly pictures: readonly PictureToShow[] | null;
  /** Whether the content names pictures that the account does not have yet. */
  readonly lacksPictures: boolean;
}

const COMPARISONS_BYTES = 32 * 1024 * 1024;
/** Memory of a comparison in addition to its bytes. */
const ENTRY_BYTES = 2_048;
/** Milliseconds that a comparison stays in the cache: about as long as a person looks at it. */
const KEPT_MS = 60_000;
/** Longest wait of a request for its turn in the threads, in ms. */
const TURN_TIMEOUT_MS = 4_500;

/** The page of a preview. */
interface MadePreview {
  readonly page: string;
  /** Whether the content names pictures that the account does not have yet. */
  readonly lacksPictures: boolean;
}

/**
 * Previews of a revision and of its changes, as whole pages and as parts of desk pages. Worker threads render and compare.
 */
@Injectable()
export class PreviewedRevisions {
  private readonly comparisons = new LRUCache<string, MadeComparison, ComparisonWish>({
    maxSize: COMPARISONS_BYTES,
    ttl: KEPT_MS,
    // Removes a comparison as soon as it expires. Without this option, it would stay until others need the space.
    ttlAutopurge: true,
    sizeCalculation: ({ list, article, summary }) =>
      list.length + article.length + Buffer.byteLength(JSON.stringify(summary)) + ENTRY_BYTES,
    fetchMethod: async (_name, _stale, { context: wish, options }) => {
      const { comparison, lacksPictures } = await this.toCompare(wish);
      if (lacksPictures) options.ttl = 1;
      return this.threads.forRequest('comparison', comparison, { account: wish.accountId });
    },
    // With this option, a comparison that is evicted while it is made still resolves for its callers.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly database: Database,
    private readonly threads: Threads,
    private readonly config: Config,
  ) {}

  /** Makes the page of a preview. @throws Problem `unavailable` if the service is overloaded */
  async page(
    shown: Shown,
    warnings: readonly WarningDto[] | null,
  ): Promise<MadePreview | Unrenderable> {
    const { accountId, publicationId, revision, href } = shown;
    const read = await this.read(publicationId, revision);
    const { content: markdown, pictures, lacksPictures, ...row } = flattened(read);
    const { title } = row;
    const picturesBase = `${href}/pictures/`;
    const imageOrigins = shownOrigins(this.config);
    const document = { title, markdown, pictures, imageOrigins, picturesBase };
    const turn = { account: accountId, timeoutMs: TURN_TIMEOUT_MS };
    try {
      const rendered = await this.threads.run('renderAnew', document, turn);
      const page = previewPage(lookOf(this.config), { ...row, ...rendered }, shown, warnings);
      return { page, lacksPictures };
    } catch (error) {
      const fault = renderFaultOf(error);
      if (!(fault instanceof RenderFault)) throw error;
      return { title, reason: fault.message };
    }
  }

  /** Makes the page that shows how the revision differs from the public revision. @throws Problem `unavailable` */
  async changesPage(shown: Shown): Promise<Buffer> {
    const wish = {
      ...shown,
      from: shown.publishedVersion,
      language: 'en',
      page: '',
      picturesBase: `${shown.href}/pictures/`,
      deskHref: null,
    };
    const { comparison, changeNote } = await this.toCompare(wish);
    const account = shown.accountId;
    const made = await this.threads.forRequest('comparison', comparison, { account });
    const { title } = comparison.revisions.after.document;
    return previewChangesPage(lookOf(this.config), { title, changeNote, ...made }, shown);
  }

  /**
   * Compares a revision with an older one, for a page of the desk.
   * @throws Problem `unavailable`, or `not_found` if one of the revisions does not exist or was erased
   */
  comparison(wish: ComparisonWish): Promise<MadeComparison> {
    const { publicationId, revision, from, publishedVersion, language, page, deskHref } = wish;
    const isPublic = from === publishedVersion;
    // Revisions never change. Callers have checked that they were not erased, so a cached value stays correct.
    const name = `${publicationId} ${revision} ${from} ${isPublic} ${language} ${page} ${deskHref ?? ''}`;
    return this.comparisons.forceFetch(name, { context: wish });
  }

  private async toCompare(wish: ComparisonWish) {
    const { publicationId, revision, from, publishedVersion, locale, language, page } = wish;
    const { picturesBase, deskHref } = wish;
    const [after, before] = await Promise.all([
      this.read(publicationId, revision),
      from === null ? null : this.read(publicationId, from),
    ]);
    const imageOrigins = shownOrigins(this.config);
    const revisions = {
      locale,
      before: before && comparable(before),
      after: comparable(after),
      imageOrigins,
      picturesBase,
    };
    const isPublic = from === publishedVersion;
    const comparison = { revisions, of: deskLanguage(language), from, isPublic, page, deskHref };
    return { comparison, changeNote: after.changeNote, lacksPictures: after.lacksPictures };
  }

  /** @throws Problem `not_found` if the revision was erased meanwhile */
  private async read(id: string, version: number): Promise<PreviewedRow> {
    const values = [id, version];
    const [row] = await this.database.publicReads.rows<PreviewedRow>(READ_PREVIEWED, values);
    if (!row) throw routeNotFound();
    return row;
  }
}

const comparable = ({ document, content, pictures }: PreviewedRow) => ({
  document,
  content,
  pictures,
});
