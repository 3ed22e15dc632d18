import { Injectable } from '@nestjs/common';
import type { PublicationRow } from '../documents/publication-row.js';
import type { Actor } from '../keys/actor.js';
import { decodeCursor, encodeCursor, type Position } from '../platform/cursor/cursor.js';
import { type DraftMatches, DraftSearchService } from '../search/draft-search.service.js';
import {
  type ListQueryDto,
  MAX_LIMIT,
  type PublicationListDto,
  type Sort,
} from './dto/list-publications.dto.js';
import type { PublicationItemDto } from './dto/publication.dto.js';
import {
  filterValues,
  type ListFilters,
  PublicationListRepository,
  searchCondition,
} from './publication-list.repository.js';
import { PublicationPresenter } from './publication.presenter.js';
import { invalidCursor } from './publications.errors.js';

interface Wanted {
  readonly accountId: string;
  readonly filters: ListFilters;
  readonly sort: Sort | undefined;
  readonly after: Position | null;
  readonly limit: number;
}

interface Page {
  readonly rows: readonly PublicationRow[];
  /** The position of the end of the page; `null`: there is no next page. */
  readonly end: Position | null;
  /** Returns the position of the end of a page that ends with this row. */
  readonly endAfter: (row: PublicationRow) => Position;
}

/** Lists the publications of an account page by page (contract 4). */
@Injectable()
export class PublicationListService {
  constructor(
    private readonly repository: PublicationListRepository,
    private readonly presenter: PublicationPresenter,
    private readonly search: DraftSearchService,
  ) {}

  /**
   * Lists a page. The answer has `total` only if `count` is true.
   * @param fit counts the first items that the answer has room for, at least one
   * @throws Problem `invalid_cursor`
   */
  async list(
    { accountId }: Pick<Actor, 'accountId'>,
    { limit = 20, cursor, sort, q, count = false, ...filters }: ListQueryDto,
    fit = (items: readonly PublicationItemDto[]): number => items.length,
  ): Promise<PublicationListDto> {
    const order = sort ?? (q === undefined ? '-createdAt' : 'best first');
    const list = JSON.stringify([accountId, order, q, ...filterValues(filters)]);
    const after = cursor === undefined ? null : decodeCursor(cursor, list);
    if (after === undefined) throw invalidCursor();
    const wanted = { accountId, filters, sort, after, limit };
    const { rows, end, endAfter, snippets, total } =
      q === undefined ? await this.counted(wanted, count) : await this.found(wanted, q);
    const items = rows.map((row, place) =>
      snippets
        ? Object.assign(this.presenter.item(row), { snippet: snippets[place]! })
        : this.presenter.item(row),
    );
    const fitting = fit(items);
    const next = fitting < rows.length ? endAfter(rows[fitting - 1]!) : end;
    const nextCursor = next && encodeCursor(next, list);
    return { items: items.slice(0, fitting), nextCursor, ...(count && { total }) };
  }

  /** Reads all documents of an account, oldest first, for operators (contract 10). Only one page is in memory at a time. */
  async *all(
    accountId: string,
    filters: Pick<ListFilters, 'state' | 'warnings'> = {},
  ): AsyncGenerator<PublicationItemDto[]> {
    let next: string | null = null;
    do {
      const { items, nextCursor }: PublicationListDto = await this.list(
        { accountId },
        { limit: MAX_LIMIT, sort: 'createdAt', ...filters, ...(next !== null && { cursor: next }) },
      );
      yield items;
      next = nextCursor;
    } while (next !== null);
  }

  /**
   * Reads a page of the list, and with `count` the total. A first page that holds the whole list needs no query for the
   * total.
   */
  private async counted(wanted: Wanted, count: boolean) {
    const page = await this.sorted(wanted);
    if (!count) return { ...page, snippets: undefined, total: null };
    const isAll = wanted.after === null && page.end === null;
    const total = isAll
      ? page.rows.length
      : await this.repository.count(wanted.accountId, wanted.filters);
    return { ...page, snippets: undefined, total };
  }

  /** Reads a page of the documents that match `q`, each with a snippet. */
  private async found(wanted: Wanted, q: string) {
    const { accountId, filters, sort } = wanted;
    const { locale = null, tag = null } = filters;
    const condition = searchCondition(filters);
    const matches = await this.search.find(accountId, { q, locale, tag, condition });
    const page = await (sort === undefined
      ? this.ranked(wanted, matches)
      : this.sorted(wanted, matches.ids));
    const total = matches.more ? null : matches.ids.length;
    const ids = page.rows.map(({ id }) => id);
    return { ...page, total, snippets: await this.search.snippets(accountId, matches, ids) };
  }

  /**
   * Reads a page of the matches, best first. The page starts after the last document of the previous page. If this
   * document no longer matches, the page starts with the documents that remained then: the cursor has their number. So a
   * client that changes each page before it reads the next one misses no document, unless new documents match meanwhile.
   * If there are more matches than `ids`, their number says nothing, so the page starts with the best ones again.
   */
  private async ranked(
    { accountId, after, limit }: Wanted,
    { ids, more }: DraftMatches,
  ): Promise<Page> {
    const last = after ? ids.indexOf(after.id) : -1;
    const remaining = more ? ids.length : (after?.at ?? ids.length);
    const start = last === -1 ? Math.max(ids.length - remaining, 0) : last + 1;
    const through = start + limit;
    const wanted = ids.slice(start, through);
    const rows = wanted.length === 0 ? [] : await this.repository.those(accountId, wanted);
    return {
      rows,
      end: ids.length > through ? { at: ids.length - through, id: wanted.at(-1)! } : null,
      endAfter: ({ id }) => ({ at: ids.length - ids.indexOf(id) - 1, id }),
    };
  }

  private async sorted(
    { sort = '-createdAt', limit, ...wanted }: Wanted,
    among?: readonly string[],
  ): Promise<Page> {
    // One extra row shows whether there is a next page.
    const found = await this.repository.page({
      ...wanted,
      sort,
      limit: limit + 1,
      ...(among && { among }),
    });
    const rows = found.slice(0, limit);
    const endAfter = ({ id, createdAt, updatedAt }: PublicationRow): Position => ({
      at: Date.parse(sort.endsWith('createdAt') ? createdAt : updatedAt),
      id,
    });
    return { rows, end: found.length > limit ? endAfter(rows.at(-1)!) : null, endAfter };
  }
}
