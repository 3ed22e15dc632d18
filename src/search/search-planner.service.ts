import { Injectable } from '@nestjs/common';
import { planOf, type SearchPlan } from './search-plan.js';
import { queryOf, type SearchFilter } from './search-query.js';
import type { ScopeSize, SearchScope } from './search-scope.js';
import { markers, type MarkerOf } from './snippet.js';
import { DocFrequencies } from './term-stats.js';

export interface PlannedSearch {
  readonly plan: SearchPlan;
  /** Whether a query word that no document contains was replaced by title words that differ from it by one letter. */
  readonly similar: boolean;
  /** Returns the marker of query words for documents of a locale. */
  readonly markerOf: MarkerOf;
}

/** Plans searches of public documents and of the drafts of an account, in the same way. */
@Injectable()
export class SearchPlanner {
  private readonly docFrequencies = new DocFrequencies();

  /** Plans a search; `undefined` if `q` contains nothing to look for. */
  async plan(
    scope: SearchScope,
    size: ScopeSize,
    { q, ...filter }: SearchFilter & { readonly q: string },
  ): Promise<PlannedSearch | undefined> {
    const query = queryOf(q, filter, size.languages);
    if (!query) return undefined;
    const where = scope.within === null ? query.where : [scope.within, ...query.where];
    const filtered = query.where.length === 0 ? null : query.where.join(' & ');
    const { stats, ...counted } = await this.docFrequencies.count(
      scope,
      size,
      query.terms,
      filtered,
    );
    const most =
      scope.within === null ? counted.filtered : Math.min(counted.filtered, size.entries);
    const plan = planOf({ ...query, where }, stats, most, size);
    const marked = stats.flatMap(({ term: { word, isStopWord } }) => {
      const weight = plan.terms.find(({ term: ranked }) => ranked.word === word)!.weight;
      return word === null || isStopWord ? [] : [{ word, weight }];
    });
    const similar = stats.some(({ term }, place) => term !== query.terms[place]);
    return { plan, similar, markerOf: markers(marked) };
  }
}
