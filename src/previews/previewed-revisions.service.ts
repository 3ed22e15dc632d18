import { Injectable } from '@nestjs/common';
import type { DocumentRow } from '../publications/document/document.js';
import { documentOf } from '../publications/document/revision.js';
import { Database } from '../platform/database/database.js';
import { RenderFault } from '../rendering/render-fault.js';
import type { PreviewChanges } from '../site/html/preview-changes-page.js';
import type { PreviewedRevision } from '../site/html/preview-page.js';
import { BriefCache } from './brief-cache.js';
import { PreviewWork } from './preview-work.service.js';
import { READ_PREVIEWED } from './previews.statements.js';

/** A revision that somebody may see, and beside which public one. */
export interface Previewed {
  readonly accountId: string;
  readonly publicationId: string;
  readonly revision: number;
  readonly locale: string;
  /** `null`: nothing is public. */
  readonly publishedVersion: number | null;
}

/** A revision, rendered; or why it cannot be. */
export type Look =
  { readonly revision: PreviewedRevision } | { readonly title: string; readonly reason: string };

interface PreviewedRow extends DocumentRow {
  readonly content: string;
  /** `null`: there is nothing to compare with. */
  readonly changedFields: string[] | null;
}

const LOOKS_BYTES = 32 * 1024 * 1024;
const CHANGES_BYTES = 8 * 1024 * 1024;

/** What a revision will look like, and what it changes for readers. */
@Injectable()
export class PreviewedRevisions {
  private readonly looks = new BriefCache<Look>(LOOKS_BYTES);
  private readonly compared = new BriefCache<PreviewChanges>(CHANGES_BYTES);

  constructor(
    private readonly database: Database,
    private readonly work: PreviewWork,
  ) {}

  /** A revision as a release of it will look. @throws Problem `unavailable` where too many others are asked for */
  look(of: Previewed): Promise<Look> {
    return this.looks.get(`${of.publicationId} ${of.revision}`, () => this.render(of));
  }

  /** What differs between a revision and what is public. @throws Problem `unavailable` */
  changes(of: Previewed): Promise<PreviewChanges> {
    const name = `${of.publicationId} ${of.revision} ${of.publishedVersion}`;
    return this.compared.get(name, () => this.compare(of));
  }

  private async render(shown: Previewed): Promise<Look> {
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

  private async compare(shown: Previewed): Promise<PreviewChanges> {
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
    const [row] = await this.database.publicReads.rows<PreviewedRow>(READ_PREVIEWED, [
      id,
      version,
      other,
    ]);
    return row!;
  }
}
