import type { PublicationSummaryDto } from '../publications/dto/publication.dto.js';
import type { PublicationListService } from '../publications/publication-list.service.js';
import type { PublicationState } from '../publications/publication-state.js';
import { type Owned, ownedBy } from './publication-tables.js';

/** Which publications, of whom. */
export interface Wanted {
  readonly accountIds: readonly string[];
  readonly state?: PublicationState;
}

const PAGE = 100;

/** Account by account, oldest first, by the list that clients read: one page in memory at a time. */
export async function* allPublications(
  lists: PublicationListService,
  { accountIds, ...filters }: Wanted,
): AsyncGenerator<Owned<PublicationSummaryDto>[]> {
  for (const accountId of accountIds) {
    let next: string | null | undefined;
    do {
      const request = { limit: PAGE, sort: 'createdAt' as const, ...filters };
      const page = await lists.list(
        { accountId },
        typeof next === 'string' ? { ...request, cursor: next } : request,
      );
      yield page.items.map((item) => ownedBy(accountId, item));
      next = page.nextCursor;
    } while (next !== null);
  }
}
