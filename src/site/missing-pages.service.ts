import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { Answer } from '../platform/http/deliver.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { decodedUri } from '../platform/validation/rule.js';
import { notFoundAnswer } from './answers.js';
import { lookOf } from './html/site.js';

/**
 * Reads whether locale $1 has public documents. With `EXISTS`, PostgreSQL would expect to find one soon in any table of
 * few locales, and read the whole table for a locale without documents; `min` is one look-up in an index.
 */
const HAS_DOCUMENTS: Statement = {
  name: 'locale_has_documents',
  text: `
    SELECT (SELECT min(locale) FROM page WHERE withdrawn_at IS NULL AND locale >= $1) IS NOT DISTINCT FROM $1
             AS "hasDocuments"`,
};

/** The 404 pages of the site (contract 9). */
@Injectable()
export class MissingPages {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Answers that nothing is at a path, and offers a search for its words. The first segment counts as a locale only if
   * the site has documents in it: many words, such as `old` and `new`, have the form of one.
   */
  async at(path: string): Promise<Answer> {
    const [, first, below] = /^\/([^/]+)\/([^/]+)/.exec(path) ?? [];
    const locale = below === undefined ? undefined : canonicalLocale(decodedUri(first!) ?? '');
    const isShown = locale !== undefined && (await this.hasDocuments(locale));
    return notFoundAnswer(lookOf(this.config), path, isShown ? locale : undefined);
  }

  private async hasDocuments(locale: string): Promise<boolean> {
    const [row] = await this.database.publicReads.rows<{ hasDocuments: boolean }>(HAS_DOCUMENTS, [
      locale,
    ]);
    return row!.hasDocuments;
  }
}
