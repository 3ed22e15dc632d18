import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { ListedPage, ListSubject, NewestPages } from './listed-page.js';
import {
  entriesOf,
  LOCALES,
  NEWEST,
  NEWEST_IN_LOCALE,
  NEWEST_WITH_TAG,
} from './listed-pages.statements.js';

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Maximum number of locales in a list. More locales would not help readers, and each locale costs one index look-up.
 */
const MAX_LOCALES = 100;

@Injectable()
export class ListedPagesRepository {
  constructor(private readonly database: Database) {}

  async newest(subject: ListSubject, { limit, offset }: Window): Promise<NewestPages> {
    const [statement, ...named] = statementFor(subject);
    type Row = ListedPage & { readonly lastChange: Date | null };
    return entriesOf(
      await this.database.publicReads.rows<Row>(statement, [limit, offset, ...named]),
    );
  }

  /** Reads the locales that have public documents, sorted; at most `MAX_LOCALES`. */
  async locales(): Promise<readonly string[]> {
    const rows = await this.database.publicReads.rows<{ locale: string }>(LOCALES, [MAX_LOCALES]);
    return rows.map(({ locale }) => locale);
  }
}

function statementFor(subject: ListSubject): [Statement, ...string[]] {
  if (subject.kind === 'locale') return [NEWEST_IN_LOCALE, subject.locale];
  return subject.kind === 'tag' ? [NEWEST_WITH_TAG, subject.tag] : [NEWEST];
}
