import { Injectable } from '@nestjs/common';
import type { PublicationRow } from '../documents/publication-row.js';
import type { Actor } from '../keys/actor.js';
import { decodeCursor, encodeCursor } from '../platform/cursor/cursor.js';
import type { ListPublicationsDto, Sort } from './inputs.js';
import type { PublicationListDto } from './publication.dto.js';
import { PublicationListRepository } from './publication-list.repository.js';
import { PublicationPresenter } from './publication.presenter.js';
import { invalidCursor } from './publications.errors.js';

/** Lists the publications of an account page by page (CONTRACT 4). */
@Injectable()
export class PublicationListService {
  constructor(
    private readonly repository: PublicationListRepository,
    private readonly presenter: PublicationPresenter,
  ) {}

  /** @throws Problem `invalid_cursor` */
  async list(
    { accountId }: Pick<Actor, 'accountId'>,
    { limit = 20, cursor, sort = '-createdAt', ...filters }: ListPublicationsDto,
  ): Promise<PublicationListDto> {
    const { state, indexStatus, locale, slug, tag } = filters;
    const list = JSON.stringify([accountId, sort, state, indexStatus, locale, slug, tag]);
    const after = cursor === undefined ? null : decodeCursor(cursor, list);
    if (after === undefined) throw invalidCursor();
    // One more than asked for tells whether there is a next page.
    const rows = await this.repository.page({ accountId, filters, sort, after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map((row) => this.presenter.summary(row)),
      nextCursor: rows.length > limit ? encodeCursor(positionOf(last!, sort), list) : null,
    };
  }
}

const positionOf = (row: PublicationRow, sort: Sort): { at: number; id: string } => ({
  at: Date.parse(sort.endsWith('createdAt') ? row.createdAt : row.updatedAt),
  id: row.id,
});
