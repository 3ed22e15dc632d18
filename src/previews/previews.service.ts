import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { PictureFiles, type PictureToSend } from '../pictures/picture-files.service.js';
import { type Answer, confidentialFile, confidentialPage } from '../site/answer.js';
import type { Coding } from '../site/content-coding.js';
import { notFoundPage } from '../site/html/message-page.js';
import type { PreviewStanding } from '../site/html/preview-banner.js';
import { previewFaultPage } from '../site/html/preview-page.js';
import type { LastingAnswer } from '../site/page-cache.js';
import { isSigned, readToken } from './preview-token.js';
import { PreviewedRevisions } from './previewed-revisions.service.js';
import { READ_STANDING } from './previews.statements.js';

/** The address of a preview as it was asked for. */
export interface AskedPreview {
  readonly token: string;
  /** Of the request, as it was sent. */
  readonly path: string;
}

/** A revision that may be shown, and whose it is. */
interface Shown extends PreviewStanding {
  readonly publicationId: string;
  readonly accountId: string;
}

/** What stands at the address of a preview (contract 9). */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly database: Database,
    private readonly revisions: PreviewedRevisions,
    private readonly files: PictureFiles,
    private readonly config: Config,
  ) {}

  /**
   * A revision as it will look; 422 where it cannot be rendered.
   * @throws Problem `unavailable` where too many others are asked for
   */
  async page(asked: AskedPreview, coding: Coding): Promise<Answer | LastingAnswer> {
    const shown = await this.shown(asked);
    if (!shown) return this.notFound();
    const { siteName, imageOrigins } = this.config;
    const page = await this.revisions.page(shown);
    if (!('reason' in page)) return confidentialFile(page, imageOrigins, coding);
    return confidentialPage(422, previewFaultPage(siteName, page.title, page.reason, shown));
  }

  /** What differs between a revision and what is public. @throws Problem `unavailable` */
  async changes(asked: AskedPreview, coding: Coding): Promise<Answer | LastingAnswer> {
    const shown = await this.shown(asked);
    if (!shown) return this.notFound();
    return confidentialFile(await this.revisions.changesPage(shown), [], coding);
  }

  /** A picture that the revision names. */
  async picture(asked: AskedPreview, name: string): Promise<PictureToSend | undefined> {
    const shown = await this.shown(asked);
    return shown && this.files.named(shown, name);
  }

  /**
   * What a token opens, if it opens anything: whatever speaks against it is found out by the same steps, so that
   * neither the answer nor its time tells one reason from another.
   */
  private async shown({ token: asked, path }: AskedPreview): Promise<Shown | undefined> {
    // An address has one spelling: with a slash behind it, it is another one, which nobody was given.
    const text = path.endsWith('/') ? '' : asked;
    const token = readToken(text);
    const { publicationId, revision, end } = token;
    const [standing] = await this.database.publicReads.rows<Standing>(READ_STANDING, [
      publicationId,
      revision,
    ]);
    const { secret, now, isActive, ...found } = standing!;
    const holds = isSigned(token, secret) && end > now && isActive === true;
    if (!holds) return undefined;
    const href = `/preview/${text}`;
    return { ...(found as Found), publicationId, revision, end: new Date(end * 1_000), href };
  }

  private notFound(): Answer {
    return confidentialPage(404, notFoundPage(this.config.siteName));
  }
}

/** What is known of a revision that there is. */
type Found = Pick<Shown, 'accountId' | 'accountName' | 'locale' | 'slug' | 'publishedVersion'>;

/** What a token is judged by; without a revision that it names, the rest is `null`. */
type Standing = {
  readonly secret: Buffer;
  readonly now: number;
  readonly isActive: boolean | null;
} & { readonly [Name in keyof Found]: Found[Name] | null };
