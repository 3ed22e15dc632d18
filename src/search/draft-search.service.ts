import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { DRAFT_BODIES, DRAFT_INDEX_SIZE, findDrafts } from './draft-search.statements.js';
import type { DraftCondition, EntryPath } from './entry.js';
import { ofAccount, quoted } from './lexeme.js';
import { planColumns, shownOf } from './ranking.statements.js';
import { MAX_CANDIDATES } from './search-plan.js';
import { SearchPlanner } from './search-planner.service.js';
import type { SearchFilter } from './search-query.js';
import type { ScopeSize, SearchScope } from './search-scope.js';
import { type MarkerOf, snippetText } from './snippet.js';
import { SnippetTurns } from './snippet-turns.js';
import { languageOf } from './stemmers.js';

export interface DraftRequest extends SearchFilter {
  /** Any text; a blank text finds nothing. */
  readonly q: string;
  /** A condition that each found document must meet, in addition to the words. */
  readonly condition: DraftCondition;
}

export interface DraftMatches {
  /** Ids of publications, best first; at most 1,000. */
  readonly ids: readonly string[];
  /** Whether there can be more results than `ids`. */
  readonly more: boolean;
  readonly markerOf: MarkerOf;
  /** The expressions that `placesOf` makes. Snippets of long texts are cut around the first place that they match. */
  readonly places: readonly string[];
}

const NO_MARKER: MarkerOf = () => {
  throw new Error('Nothing was found.');
};
const NOTHING: DraftMatches = { ids: [], more: false, markerOf: NO_MARKER, places: [] };

/** Searches the working revisions of one account, never those of other accounts (contract 4). */
@Injectable()
export class DraftSearchService {
  constructor(
    private readonly database: Database,
    private readonly planner: SearchPlanner,
    private readonly turns: SnippetTurns,
  ) {}

  /** Finds documents whose working revision contains words of `q`, best first, ranked as in the site's search. */
  async find(accountId: string, { condition, ...request }: DraftRequest): Promise<DraftMatches> {
    const scope = this.scopeOf(accountId);
    const [size] = await scope.rows<ScopeSize>(DRAFT_INDEX_SIZE, [accountId]);
    if (!size) return NOTHING;
    const { locale } = request;
    const languages = locale === null ? size.languages : [languageOf(locale)];
    const planned = await this.planner.plan(scope, { ...size, languages }, request);
    if (!planned) return NOTHING;
    const { plan, markerOf } = planned;
    const { statement, bound } = findDrafts(condition);
    const columns = planColumns(plan, { limit: MAX_CANDIDATES + 1, offset: 0 });
    const found = await scope.rows<{ id: string }>(
      statement,
      statement.values({ ...columns, ...bound }),
    );
    const more = found.length > MAX_CANDIDATES || !plan.isExhaustive;
    const ids = found.slice(0, MAX_CANDIDATES).map(({ id }) => id);
    return { ids, more, markerOf, places: plan.places };
  }

  /** Makes the snippet of each document, in the order of `paths`; '' for a document that is not indexed. */
  async snippets(
    accountId: string,
    { markerOf, places }: DraftMatches,
    paths: readonly EntryPath[],
  ): Promise<string[]> {
    if (paths.length === 0) return [];
    const locales = paths.map(({ locale }) => locale);
    const slugs = paths.map(({ slug }) => slug);
    const found = await this.scopeOf(accountId).rows<EntryPath & { readonly body: string }>(
      DRAFT_BODIES,
      DRAFT_BODIES.values({ locales, slugs, places, shown: shownOf(paths.length) }),
    );
    const bodies = new Map(found.map(({ body, ...path }) => [keyOf(path), body]));
    return this.turns.run(async () => {
      const snippets: string[] = [];
      for (const path of paths) {
        // The snippet of a long text takes milliseconds, so the event loop can do other work between two snippets.
        if (snippets.length > 0) await setImmediate();
        const body = bodies.get(keyOf(path)) ?? '';
        const texts = paths.length - snippets.length;
        snippets.push(snippetText(markerOf(path.locale).snippet(body, texts)));
      }
      return snippets;
    }, accountId);
  }

  private scopeOf(accountId: string): SearchScope {
    return {
      name: accountId,
      table: 'working_entry',
      within: quoted(ofAccount(accountId)),
      rows: (statement, values) => this.database.accountRows(accountId, statement, values),
    };
  }
}

const keyOf = ({ locale, slug }: EntryPath): string => `${locale}/${slug}`;
