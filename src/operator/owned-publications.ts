import type { PublicationSummaryDto } from '../publications/publication.dto.js';
import type { PublicationState } from '../documents/publication-state.js';
import type { PublicationWalk } from '../publications/publication-walk.service.js';
import { type Owned, ownedBy } from './publication-tables.js';

/** The documents of each account, and whose they are. */
export async function* ownedPublications(
  walk: PublicationWalk,
  accountIds: readonly string[],
  filters: { readonly state?: PublicationState },
): AsyncGenerator<Owned<PublicationSummaryDto>[]> {
  for (const accountId of accountIds) {
    for await (const page of walk.pages(accountId, filters)) {
      yield page.map((item) => ownedBy(accountId, item));
    }
  }
}
