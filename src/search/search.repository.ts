import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PublicReads } from '../platform/database/public-reads.js';
import { run } from '../platform/database/statement.js';
import { CommonWords, MAX_COUNTED } from './common-words.js';
import type { EntryPath, FoundEntry, FoundPage, Window } from './entry.js';
import type { SearchPlan } from './search-plan.js';
import { planValues, SHOWN_BODY } from './ranking.statements.js';
import { COMMON_WORDS, FIND, LOCALES, REMOVE, WEIGH } from './search.statements.js';
import type { Weighed } from './weighing.js';

@Injectable()
export class SearchRepository {
  constructor(private readonly reads: PublicReads) {}

  async remove(tx: EntityManager, { locale, slug }: EntryPath): Promise<void> {
    await run(tx, REMOVE, [locale, slug]);
  }

  /** The locales of what can be found, 100 of them at most. */
  async locales(): Promise<string[]> {
    const rows = await this.reads.rows<{ locale: string }>(LOCALES);
    return rows.map(({ locale }) => locale);
  }

  /** What the last ANALYZE saw. */
  async commonWords(): Promise<CommonWords> {
    type Row = { word: string; share: number; entries: number };
    const rows = await this.reads.rows<Row>(COMMON_WORDS);
    return new CommonWords(
      rows[0]?.entries ?? 0,
      new Map(rows.map(({ word, share }) => [word, share])),
    );
  }

  /** Counts how many entries meet each condition; `null` is met by none. */
  async weigh(conditions: readonly (string | null)[]): Promise<Weighed> {
    const [weighed] = await this.reads.rows<Weighed>(WEIGH, [conditions, MAX_COUNTED]);
    return weighed!;
  }

  async find(
    plan: SearchPlan,
    phrases: string | null,
    { limit, offset }: Window,
  ): Promise<FoundPage> {
    const values = [...planValues(plan, phrases), limit, offset, SHOWN_BODY, plan.rarest];
    type Row = FoundEntry & { readonly total: number };
    const rows = await this.reads.rows<Row>(FIND, values);
    return { entries: rows.filter(({ slug }) => slug !== null), total: rows[0]!.total };
  }
}
