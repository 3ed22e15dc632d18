import { expect } from 'vitest';
import type { PublicationListDto } from '../../src/publications/dto/list-publications.dto.js';
import type { Client } from '../setup/client.js';

/** Returns the items of all pages of a list. Calls `between` after each page. */
export async function everyPage(
  api: Client,
  query: string,
  between: () => Promise<unknown> = async () => {},
): Promise<PublicationListDto['items']> {
  const items: PublicationListDto['items'] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await api.list(query + next);
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor;
    await between();
  } while (cursor !== null);
  return items;
}
