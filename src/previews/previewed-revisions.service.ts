import { Injectable } from '@nestjs/common';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { type DocumentRow, flattened } from '../documents/document.js';
import { type PictureToShow, RenderFault, shownOrigins } from '../rendering/rendered-document.js';
import { deskLanguage } from '../site/html/desk-words.js';
import type { PreviewStanding } from '../site/html/preview-page.js';
import { lookOf } from '../site/html/site.js';
import type { ShownWarning } from '../warnings/shown-warnings.js';
import { BriefCache } from './brief-cache.js';
import type { MadeComparison, RevisionToShow } from './preview-tasks.js';
import { PreviewWork } from './preview-work.service.js';
import { READ_PREVIEWED } from './previews.statements.js';

/** A revision that may be shown, and the public revision to compare it with. */
export interface Previewed {
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
export interface Unrenderable {
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

/** The page of a preview, in UTF-8. */
export interface MadePreview {
  readonly page: Buffer;
  /** Whether the content names pictures that the account does not have yet. */
  readonly lacksPictures: boolean;
}

/** Previews of a revision and of its changes, as whole pages and as parts of desk pages. Worker threads make them. */
@Injectable()
export class PreviewedRevisions {
  private readonly comparisons = new BriefCache<MadeComparison>(COMPARISONS_BYTES);

  constructor(
    private readonly database: Database,
    private readonly work: PreviewWork,
    private readonly config: Config,
  ) {}

  /** Makes the page of a preview. @throws Problem `unavailable` if the service is overloaded */
  async page(
    shown: Shown,
    warnings: readonly ShownWarning[] | null,
  ): Promise<MadePreview | Unrenderable> {
    const look = lookOf(this.config);
    let lacksPictures = false;
    const passing = () => (lacksPictures = true);
    return this.rendered(shown, `${shown.href}/pictures/`, passing, async (revision) => {
      const input = { look, revision, standing: standingOf(shown), warnings };
      const page = bufferOf(await this.work.render(shown.accountId, 'previewPage', input));
      return { page, lacksPictures };
    });
  }

  /** Makes the page that shows how the revision differs from the public revision. @throws Problem `unavailable` */
  async changesPage(shown: Shown): Promise<Buffer> {
    const look = lookOf(this.config);
    const from = shown.publishedVersion;
    const wish = {
      ...shown,
      from,
      language: 'en',
      page: '',
      picturesBase: `${shown.href}/pictures/`,
      deskHref: null,
    };
    const { comparison, changeNote } = await this.toCompare(wish);
    const input = { look, comparison, changeNote, standing: standingOf(shown) };
    return bufferOf(await this.work.compare(shown.accountId, 'previewChanges', input));
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
    return this.comparisons.get(name, async (passing) => {
      const { comparison, lacksPictures } = await this.toCompare(wish);
      if (lacksPictures) passing();
      return this.work.compare(wish.accountId, 'comparison', comparison);
    });
  }

  private async rendered<T>(
    of: Previewed,
    picturesBase: string,
    passing: () => void,
    make: (revision: RevisionToShow) => Promise<T>,
  ): Promise<T | Unrenderable> {
    const { publicationId, revision } = of;
    const read = await this.read(publicationId, revision);
    const { content: markdown, lacksPictures, ...row } = flattened(read);
    if (lacksPictures) passing();
    try {
      const imageOrigins = shownOrigins(this.config);
      return await make({ ...row, markdown, imageOrigins, picturesBase });
    } catch (error) {
      if (!(error instanceof RenderFault)) throw error;
      return { title: row.title, reason: error.message };
    }
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

/** Returns only the members of `PreviewStanding`, for the transfer to a thread. */
const standingOf = (shown: Shown): PreviewStanding => {
  const { locale, slug, accountName, revision, publishedVersion, withdrawnAt, end, href } = shown;
  return { locale, slug, accountName, revision, publishedVersion, withdrawnAt, end, href };
};

/** Restores a `Buffer`, which arrives from a thread as a `Uint8Array`. */
const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length);
