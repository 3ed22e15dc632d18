import { Injectable } from '@nestjs/common';
import type { DocumentRow } from '../publications/document/document.js';
import { documentOf } from '../publications/document/revision.js';
import { Config } from '../platform/config/config.js';
import { PublicReads } from '../platform/database/public-reads.js';
import { RenderFault } from '../rendering/render-fault.js';
import { type Answer, confidentialPage } from '../site/answer.js';
import { notFoundPage } from '../site/html/message-page.js';
import type { PreviewStanding } from '../site/html/preview-banner.js';
import { type PreviewChanges, previewChangesPage } from '../site/html/preview-changes-page.js';
import {
  type PreviewedRevision,
  previewFaultPage,
  previewPage,
} from '../site/html/preview-page.js';
import { BriefCache } from './brief-cache.js';
import { isSigned, readToken } from './preview-token.js';
import { PreviewWork } from './preview-work.service.js';
import { READ_PREVIEWED, READ_STANDING } from './previews.statements.js';

/** A revision that may be shown, and whose it is. */
interface Shown extends PreviewStanding {
  readonly publicationId: string;
  readonly accountId: string;
}

/** A revision, rendered; or why it cannot be. */
type Rendered =
  { readonly revision: PreviewedRevision } | { readonly title: string; readonly reason: string };

interface PreviewedRow extends DocumentRow {
  readonly content: string;
  /** `null`: there is nothing to compare with. */
  readonly changedFields: string[] | null;
}

const RENDERED_BYTES = 32 * 1024 * 1024;
const CHANGES_BYTES = 8 * 1024 * 1024;

/** What stands at the address of a preview (contract 9). */
@Injectable()
export class PreviewsService {
  private readonly rendered = new BriefCache<Rendered>(RENDERED_BYTES);
  private readonly compared = new BriefCache<PreviewChanges>(CHANGES_BYTES);

  constructor(
    private readonly reads: PublicReads,
    private readonly work: PreviewWork,
    private readonly config: Config,
  ) {}

  /**
   * A revision as it will look; 422 where it cannot be rendered.
   * @throws Problem `unavailable` where too many others are asked for
   */
  async page(token: string): Promise<Answer> {
    const shown = await this.shown(token);
    if (!shown) return this.notFound();
    const { siteName, imageOrigins } = this.config;
    const name = `${shown.publicationId} ${shown.revision}`;
    const rendered = await this.rendered.get(name, () => this.render(shown));
    return 'revision' in rendered
      ? confidentialPage(200, previewPage(siteName, rendered.revision, shown), imageOrigins)
      : confidentialPage(422, previewFaultPage(siteName, rendered.title, rendered.reason, shown));
  }

  /** What differs between a revision and what is public. @throws Problem `unavailable` */
  async changes(token: string): Promise<Answer> {
    const shown = await this.shown(token);
    if (!shown) return this.notFound();
    const name = `${shown.publicationId} ${shown.revision} ${shown.publishedVersion}`;
    const compared = await this.compared.get(name, () => this.compare(shown));
    return confidentialPage(200, previewChangesPage(this.config.siteName, compared, shown));
  }

  /**
   * What a token opens, if it opens anything: whatever speaks against it is found out by the same steps, so that
   * neither the answer nor its time tells one reason from another.
   */
  private async shown(text: string): Promise<Shown | undefined> {
    const token = readToken(text);
    const { publicationId, revision, end } = token;
    const [standing] = await this.reads.rows<Standing>(READ_STANDING, [publicationId, revision]);
    const { secret, now, isActive, ...found } = standing!;
    const holds = isSigned(token, secret) && end > now && isActive === true;
    if (!holds) return undefined;
    const href = `/preview/${text}`;
    return { ...(found as Found), publicationId, revision, end: new Date(end * 1_000), href };
  }

  private async render(shown: Shown): Promise<Rendered> {
    const { content, ...row } = await this.read(shown.publicationId, shown.revision, null);
    try {
      const document = { title: row.title, markdown: content };
      const { html, headings } = await this.work.render(shown, document);
      return { revision: { ...row, html, headings } };
    } catch (error) {
      if (!(error instanceof RenderFault)) throw error;
      return { title: row.title, reason: error.message };
    }
  }

  private async compare(shown: Shown): Promise<PreviewChanges> {
    const { publicationId, revision, publishedVersion, locale } = shown;
    const row = await this.read(publicationId, revision, publishedVersion);
    const { content, changeNote, ...after } = documentOf(row);
    if (publishedVersion === null) {
      const changedFields = Object.keys({ ...after, content });
      // Neither marked, for all of it is new, nor folded.
      const passages = [{ isChanged: true, stretches: [{ kind: 'kept', text: content }] } as const];
      return { before: null, after, changedFields, changeNote, passages };
    }
    const released = await this.read(publicationId, publishedVersion, null);
    const { content: old, ...before } = documentOf(released);
    const texts = { before: old, after: content, locale };
    const passages = await this.work.compare(shown, publishedVersion, texts);
    return { before, after, changedFields: row.changedFields!, changeNote, passages };
  }

  private async read(id: string, version: number, other: number | null): Promise<PreviewedRow> {
    const [row] = await this.reads.rows<PreviewedRow>(READ_PREVIEWED, [id, version, other]);
    return row!;
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
