import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { DocumentInFile } from './front-matter.js';
import type { PagePath } from './page-path.js';
import { COUNT, PAGE, WITHDRAWN } from './released-documents.statements.js';

/** Documents in memory at once: 10 MB of content at most. */
const PAGE_SIZE = 50;

/** What is public, or was, for operators: exports, and what was withdrawn (CONTRACT 10). */
@Injectable()
export class ReleasedDocuments {
  constructor(private readonly database: Database) {}

  /** Of one account, or with `null` of all. */
  async count(accountId: string | null): Promise<number> {
    const [row] = await this.database.rows<{ count: number }>(COUNT, [accountId]);
    return row!.count;
  }

  /** In the order of their addresses. */
  async *read(accountId: string | null): AsyncGenerator<DocumentInFile> {
    let after = ['', ''];
    for (;;) {
      const page = await this.page(accountId, after);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      after = [last.locale, last.slug];
    }
  }

  /** When the documents at these paths were withdrawn, by the id of the publication; the others are left out. */
  async withdrawn(paths: readonly PagePath[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.database.rows<{ id: string; at: Date }>(WITHDRAWN, [
      paths.map(({ locale }) => locale),
      paths.map(({ slug }) => slug),
    ]);
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  private page(accountId: string | null, after: readonly string[]): Promise<DocumentInFile[]> {
    return this.database.rows(PAGE, [accountId, ...after, PAGE_SIZE]);
  }
}
