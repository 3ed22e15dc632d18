import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountReads } from '../platform/database/database.js';
import { PublicReads } from '../platform/database/public-reads.js';
import { run, type Statement } from '../platform/database/statement.js';
import { CommonWords, MAX_COUNTED } from './common-words.js';
import { type IndexSize, MAX_CANDIDATES, MAX_STAGES, type SearchPlan } from './search-plan.js';
import type { SearchWords } from './search-words.js';
import {
  type EntryStatements,
  LOCALES,
  PUT,
  PUT_WORKING,
  RELEASED,
  REMOVE,
  WORKING,
} from './search.statements.js';

/** The address of a document: what names an entry. */
export interface EntryPath {
  readonly locale: string;
  readonly slug: string;
}

/** What the index holds of one released document. */
export interface NewEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly authorKind: string;
  readonly words: SearchWords;
  readonly publishedAt: Date;
}

/** What the index holds of a working revision. */
export interface NewWorkingEntry extends NewEntry {
  readonly accountId: string;
  readonly publicationId: string;
  readonly version: number;
}

/** An entry that was found, with a part of its body. */
export interface FoundEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  /** `null`: it was indexed before they were kept; the same holds for `authorKind`. */
  readonly tags: readonly string[] | null;
  readonly authorKind: string | null;
  readonly publishedAt: Date;
  readonly body: string;
  /** The share of what is asked for that is in it, rare words weighing more: from 0 to 1. */
  readonly coverage: number;
  /** How many were found in all, as far as they are counted. */
  readonly total: number;
}

/** Which of the entries found are wanted. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** What is asked for as far as it was counted. */
export interface Weighed extends IndexSize {
  /** How many entries meet each condition; `MAX_COUNTED` stands for that many or more. */
  readonly held: readonly number[];
}

/** What a snippet is cut from: the beginning, or of a longer text what is around the rarest word. In code points. */
const SHOWN_BODY = 20_000;

/** Runs a statement where the entries of one kind are read. */
type Rows = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;

@Injectable()
export class SearchRepository {
  constructor(
    private readonly reads: PublicReads,
    private readonly accountReads: AccountReads,
  ) {}

  /** What is public. */
  released(): Entries {
    return new Entries(RELEASED, (statement, values) => this.reads.rows(statement, values));
  }

  /** The working revisions, as read for one account; which of them are its own `where` has to say. */
  working(accountId: string): Entries {
    return new Entries(WORKING, (statement, values) =>
      this.accountReads.rows(accountId, statement, values),
    );
  }

  async putWorking(tx: EntityManager, entry: NewWorkingEntry): Promise<void> {
    const { accountId, publicationId, version } = entry;
    await run(tx, PUT_WORKING, [...valuesOf(entry), accountId, publicationId, version]);
  }

  async put(tx: EntityManager, entry: NewEntry): Promise<void> {
    await run(tx, PUT, valuesOf(entry));
  }

  async remove(tx: EntityManager, { locale, slug }: EntryPath): Promise<void> {
    await run(tx, REMOVE, [locale, slug]);
  }

  /** The locales of what can be found, 100 of them at most. */
  async locales(): Promise<string[]> {
    const rows = await this.reads.rows<{ locale: string }>(LOCALES);
    return rows.map(({ locale }) => locale);
  }
}

function valuesOf(entry: NewEntry): unknown[] {
  const { locale, slug, title, description, words, publishedAt, tags, authorKind } = entry;
  const text = [locale, slug, title, description, words.body, words.vector];
  return [...text, publishedAt, words.length, tags, authorKind];
}

/** Entries of one kind, and how they are found. */
export class Entries {
  constructor(
    private readonly statements: EntryStatements,
    private readonly rows: Rows,
  ) {}

  /** What the last ANALYZE saw. */
  async commonWords(): Promise<CommonWords> {
    type Row = { word: string; share: number; entries: number };
    const rows = await this.rows<Row>(this.statements.commonWords);
    return new CommonWords(
      rows[0]?.entries ?? 0,
      new Map(rows.map(({ word, share }) => [word, share])),
    );
  }

  /** Counts how many entries meet each condition; `null` is met by none. */
  async weigh(conditions: readonly (string | null)[]): Promise<Weighed> {
    const [weighed] = await this.rows<Weighed>(this.statements.weigh, [conditions, MAX_COUNTED]);
    return weighed!;
  }

  /** Best first. */
  find(
    { stages, terms, nearness, rarest }: SearchPlan,
    phrases: string | null,
    { limit, offset }: Window,
  ): Promise<FoundEntry[]> {
    const conditions = Array.from({ length: MAX_STAGES }, (_, place) => stages[place] ?? null);
    const forms = terms.map(({ condition }) => condition);
    const weights = terms.map(({ weight }) => weight);
    const scales = terms.map(({ scale }) => scale);
    const values = [conditions, phrases, MAX_CANDIDATES, forms, weights, scales];
    return this.rows(this.statements.find, [
      ...values,
      nearness,
      limit,
      offset,
      SHOWN_BODY,
      rarest,
    ]);
  }
}
