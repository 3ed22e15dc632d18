import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { PictureFiles, type PictureToSend } from '../pictures/picture-files.service.js';
import { AnswerCache } from '../platform/http/answer-cache.js';
import type { Answer, Coding } from '../platform/http/deliver.js';
import { confidentialPage } from '../site/answers.js';
import { notFoundPage } from '../site/html/message-page.js';
import { previewFaultPage, type PreviewStanding } from '../site/html/preview-page.js';
import { lookOf } from '../site/html/site.js';
import { isSigned, readToken } from './preview-token.js';
import { PreviewedRevisions } from './previewed-revisions.service.js';
import { WarningsService } from '../warnings/warnings.service.js';
import { READ_STANDING } from './previews.statements.js';

interface AskedPreview {
  readonly token: string;
  /** Path of the request, as the client sent it. */
  readonly path: string;
}

/** A revision that a valid token gives access to, with its account. */
interface Shown extends PreviewStanding {
  readonly publicationId: string;
  readonly accountId: string;
  /** Whether it is the working revision, so that it is looked at for warnings. */
  readonly isWorking: boolean;
}

/** Answers requests for preview addresses (contract 9). */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly database: Database,
    private readonly revisions: PreviewedRevisions,
    private readonly files: PictureFiles,
    private readonly answers: AnswerCache,
    private readonly warnings: WarningsService,
    private readonly config: Config,
  ) {}

  /**
   * Answers with the preview of a revision. If the revision cannot be rendered, answers with 422.
   * @throws Problem `unavailable` if the service is overloaded
   */
  async page(asked: AskedPreview, coding: Coding): Promise<Answer | undefined> {
    const shown = await this.shown(asked);
    if (!shown) return this.notFound();
    const { imageOrigins } = this.config;
    const { accountId, publicationId, revision, isWorking } = shown;
    const warnings = isWorking ? await this.warnings.of(accountId, publicationId, revision) : [];
    const stamp = `${stampOf(shown)} ${JSON.stringify(warnings)}`;
    return this.answers.get(shown.href, stamp, coding, async () => {
      const found = await this.revisions.page(shown, warnings);
      if ('reason' in found) {
        const page = previewFaultPage(lookOf(this.config), found.title, found.reason, shown);
        return { answer: confidentialPage(422, page), stamp: undefined };
      }
      const answer = confidentialPage(200, found.page, imageOrigins);
      return { answer, stamp: found.lacksPictures ? undefined : stamp };
    });
  }

  /**
   * Answers with the page that shows how the revision differs from the public revision.
   * @throws Problem `unavailable`
   */
  async changes(asked: AskedPreview, coding: Coding): Promise<Answer | undefined> {
    const shown = await this.shown(asked);
    if (!shown) return this.notFound();
    const stamp = stampOf(shown);
    return this.answers.get(`${shown.href}/changes`, stamp, coding, async () => ({
      answer: confidentialPage(200, await this.revisions.changesPage(shown)),
      stamp,
    }));
  }

  /**
   * Finds a picture that the previewed or the public revision names; `undefined` if the token or the name is not valid.
   */
  async picture(asked: AskedPreview, name: string): Promise<PictureToSend | undefined> {
    const shown = await this.shown(asked);
    if (!shown) return undefined;
    const { publishedVersion } = shown;
    const own = await this.files.named(shown, name);
    if (own || publishedVersion === null) return own;
    return this.files.named({ ...shown, revision: publishedVersion }, name);
  }

  /**
   * Finds the revision that a token gives access to. All refusals take the same steps, so their time does not reveal
   * the reason.
   */
  private async shown({ token: asked, path }: AskedPreview): Promise<Shown | undefined> {
    // The service issues no address that ends with a slash, so such an address counts as malformed.
    const text = path.endsWith('/') ? '' : asked;
    const token = readToken(text);
    const { publicationId, revision, end } = token;
    const [standing] = await this.database.publicReads.rows<Standing>(READ_STANDING, [
      publicationId,
      revision,
    ]);
    const { secret, now, found } = standing!;
    if (!isSigned(token, secret) || end <= now || !found) return undefined;
    const href = `/preview/${text}`;
    return { ...found, publicationId, revision, end: new Date(end * 1_000), href };
  }

  private notFound(): Answer {
    return confidentialPage(404, notFoundPage(lookOf(this.config)));
  }
}

/**
 * Makes a text that changes whenever a preview changes. Its address names the revision, which never changes, so only the
 * facts in the banner can change.
 */
const stampOf = (shown: Shown): string => {
  const { publishedVersion, withdrawnAt, isSuperseded, notice, accountName } = shown;
  return JSON.stringify([publishedVersion, withdrawnAt, isSuperseded, notice, accountName]);
};

/** The facts for the check of a token. */
interface Standing {
  readonly secret: Buffer;
  readonly now: number;
  /** `null` if the revision does not exist, or if its account is suspended. */
  readonly found: Omit<Shown, 'publicationId' | 'revision' | 'end' | 'href'> | null;
}
