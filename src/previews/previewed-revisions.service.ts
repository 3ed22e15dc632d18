import { Injectable } from '@nestjs/common';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { type DocumentRow, flattened } from '../documents/document.js';
import { documentOf } from '../documents/revision.js';
import { type PictureToShow, RenderFault, shownOrigins } from '../rendering/rendered-document.js';
import type { PreviewStanding } from '../site/html/preview-page.js';
import { BriefCache } from './brief-cache.js';
import type { RevisionsToCompare, RevisionToShow } from './preview-tasks.js';
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

type Shown = Previewed & PreviewStanding;

/** A revision that cannot be rendered, with the reason as a sentence. */
export interface Unrenderable {
  readonly title: string;
  readonly reason: string;
}

interface PreviewedRow extends DocumentRow {
  readonly content: string;
  /** The fields that differ from the revision to compare with; empty if there is no such revision. */
  readonly changedFields: string[] | null;
  readonly pictures: readonly PictureToShow[] | null;
  /** Whether the content names pictures that the account does not have yet. */
  readonly lacksPictures: boolean;
}

/** HTML for a part of a page, in UTF-8. */
interface Piece {
  readonly bytes: Buffer;
}

const PIECES_BYTES = 32 * 1024 * 1024;

/** The page of a preview, in UTF-8. */
export interface MadePreview {
  readonly page: Buffer;
  /** Whether the content names pictures that the account does not have yet. */
  readonly lacksPictures: boolean;
}

/** Previews of a revision and of its changes, as whole pages and as parts of desk pages. Worker threads make them. */
@Injectable()
export class PreviewedRevisions {
  private readonly pieces = new BriefCache<Piece | Unrenderable>(PIECES_BYTES);

  constructor(
    private readonly database: Database,
    private readonly work: PreviewWork,
    private readonly config: Config,
  ) {}

  /** Makes the page of a preview. @throws Problem `unavailable` if the service is overloaded */
  async page(shown: Shown): Promise<MadePreview | Unrenderable> {
    const { siteName } = this.config;
    let lacksPictures = false;
    const passing = () => (lacksPictures = true);
    return this.rendered(shown, `${shown.href}/pictures/`, passing, async (revision) => {
      const input = { siteName, revision, standing: standingOf(shown) };
      const page = bufferOf(await this.work.render(shown.accountId, 'previewPage', input));
      return { page, lacksPictures };
    });
  }

  /** Makes the page that shows how the revision differs from the public revision. @throws Problem `unavailable` */
  async changesPage(shown: Shown): Promise<Buffer> {
    const { siteName } = this.config;
    const compared = await this.toCompare(shown);
    const input = { siteName, compared, standing: standingOf(shown) };
    return bufferOf(await this.work.compare(shown.accountId, 'previewChanges', input));
  }

  /**
   * Makes the article of a revision as the site will show it after the release, except for the addresses of pictures.
   * @param picturesBase prefix of the addresses of pictures. All calls for one document must use the same prefix,
   * because the cache key does not contain the prefix.
   * @throws Problem `unavailable`
   */
  async article(of: Previewed, picturesBase: string): Promise<Buffer | Unrenderable> {
    const name = `article ${of.publicationId} ${of.revision}`;
    const found = await this.pieces.get(name, (passing) =>
      this.rendered(of, picturesBase, passing, async (revision) => ({
        bytes: bufferOf(await this.work.render(of.accountId, 'previewArticle', revision)),
      })),
    );
    return 'bytes' in found ? found.bytes : found;
  }

  /** Makes HTML that shows how the revision differs from the public revision. @throws Problem `unavailable` */
  async changes(of: Previewed): Promise<Buffer> {
    const make = async (): Promise<Piece> => {
      const { locale, revision, publishedVersion } = of;
      const standing = { locale, revision, publishedVersion };
      const input = { compared: await this.toCompare(of), standing };
      return { bytes: bufferOf(await this.work.compare(of.accountId, 'revisionChanges', input)) };
    };
    const found = await this.pieces.get(`changes ${nameOf(of)}`, make);
    return (found as Piece).bytes;
  }

  private async rendered<T>(
    of: Previewed,
    picturesBase: string,
    passing: () => void,
    make: (revision: RevisionToShow) => Promise<T>,
  ): Promise<T | Unrenderable> {
    const { publicationId, revision } = of;
    const read = await this.read(publicationId, revision, null);
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

  private async toCompare(of: Previewed): Promise<RevisionsToCompare> {
    const { publicationId, revision, publishedVersion } = of;
    const row = await this.read(publicationId, revision, publishedVersion);
    const { content, changeNote, ...fields } = documentOf(row);
    const after = { fields, content };
    if (publishedVersion === null) {
      const changedFields = Object.keys({ ...fields, content });
      return { before: null, after, changedFields, changeNote };
    }
    const released = await this.read(publicationId, publishedVersion, null);
    const { content: old, ...others } = documentOf(released);
    const before = { fields: others, content: old };
    return { before, after, changedFields: row.changedFields!, changeNote };
  }

  /** @throws Problem `not_found` if the revision was erased meanwhile */
  private async read(id: string, version: number, other: number | null): Promise<PreviewedRow> {
    const [row] = await this.database.publicReads.rows<PreviewedRow>(READ_PREVIEWED, [
      id,
      version,
      other,
    ]);
    if (!row) throw routeNotFound();
    return row;
  }
}

/**
 * Makes the cache key for a revision and the public revision. Revisions never change. An erasure can remove a revision,
 * but callers first check that the revision still exists. So a cached value stays correct.
 */
const nameOf = ({ publicationId, revision, publishedVersion }: Previewed): string =>
  `${publicationId} ${revision} ${publishedVersion}`;

/** Returns only the members of `PreviewStanding`, for the transfer to a thread. */
const standingOf = (shown: Shown): PreviewStanding => {
  const { locale, slug, accountName, revision, publishedVersion, withdrawnAt, end, href } = shown;
  return { locale, slug, accountName, revision, publishedVersion, withdrawnAt, end, href };
};

/** Restores a `Buffer`, which arrives from a thread as a `Uint8Array`. */
const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length);
