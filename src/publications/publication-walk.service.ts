import { Injectable } from '@nestjs/common';
import type { PublicationItemDto } from './dto/publication.dto.js';
import type { ListFilters } from './publication-list.repository.js';
import { PublicationListService } from './publication-list.service.js';

const PAGE_SIZE = 100;

/** Reads whole lists, page by page, for operators (contract 10). */
@Injectable()
export class PublicationWalk {
  constructor(private readonly lists: PublicationListService) {}

  /** Reads all documents of an account, oldest first. Only one page is in memory at a time. */
  async *pages(
    accountId: string,
    filters: Pick<ListFilters, 'state' | 'warnings'> = {},
  ): AsyncGenerator<PublicationItemDto[]> {
    let next: string | null = null;
    do {
      const { items, nextCursor } = await this.lists.list(
        { accountId },
        { limit: PAGE_SIZE, sort: 'createdAt', ...filters, ...(next !== null && { cursor: next }) },
      );
      yield items;
      next = nextCursor;
    } while (next !== null);
  }
}
