import { Injectable } from '@nestjs/common';
import { AccountReads } from '../platform/database/database.js';
import type { EntryPath, OwnCondition } from './entry.js';
import { ofAccount, quoted } from './lexeme.js';
import { findOwn, OWN_BODIES, OWN_SIZE, WEIGH_OWN } from './own-search.statements.js';
import { planValues, SHOWN_BODY } from './ranking.statements.js';
import { type IndexSize, MAX_CANDIDATES, type SearchPlan } from './search-plan.js';
import type { Weighed } from './weighing.js';

/** The condition that an entry is the account's. */
export const within = (accountId: string): string => quoted(ofAccount(accountId));

/** What is indexed of an account as a whole. */
export interface OwnSize extends IndexSize {
  /** Those that it writes in. */
  readonly languages: readonly string[];
}

/** Reads the working revisions of one account at a time; those of others never. */
@Injectable()
export class OwnSearchRepository {
  constructor(private readonly reads: AccountReads) {}

  /** What is indexed of an account as a whole; `undefined`: nothing. */
  async size(accountId: string): Promise<OwnSize | undefined> {
    const [row] = await this.reads.rows<OwnSize>(accountId, OWN_SIZE, [accountId]);
    return row;
  }

  /** Counts how many entries of the account meet each condition; `null` is met by none. */
  async weigh(
    accountId: string,
    conditions: readonly (string | null)[],
    most: number,
  ): Promise<Weighed> {
    const own = conditions.map((each) => each && `${within(accountId)} & ${each}`);
    const [weighed] = await this.reads.rows<Weighed>(accountId, WEIGH_OWN, [own, most, accountId]);
    return weighed!;
  }

  /** The ids of the publications that are found, best first. */
  async find(
    accountId: string,
    plan: SearchPlan,
    phrases: string | null,
    condition: OwnCondition,
  ): Promise<string[]> {
    const values = [...planValues(plan, phrases), MAX_CANDIDATES, 0];
    const statement = findOwn(condition, (value) => `$${values.push(value)}`);
    const rows = await this.reads.rows<{ id: string }>(accountId, statement, values);
    return rows.map(({ id }) => id);
  }

  /** What snippets are cut from, by path; what is not indexed is left out. */
  bodies(
    accountId: string,
    paths: readonly EntryPath[],
    rarest: string,
  ): Promise<(EntryPath & { readonly body: string })[]> {
    const [locales, slugs] = [paths.map(({ locale }) => locale), paths.map(({ slug }) => slug)];
    return this.reads.rows(accountId, OWN_BODIES, [locales, slugs, SHOWN_BODY, rarest]);
  }
}
