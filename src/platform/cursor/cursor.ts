import { createHash } from 'node:crypto';

/** The end of a page: the sort key and the id of the last item on the page. */
export interface Position {
  /** Milliseconds since the epoch. In a list without a sort key: the number of items after this one. */
  readonly at: number;
  readonly id: string;
}

const CHECK_BYTES = 9;

/** Maximum number of characters in a cursor (contract 4). The cursors that the service makes have 80 characters. */
export const MAX_CURSOR_LENGTH = 200;
const SHAPE = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Makes the digest that binds a position to one list. `list` contains the list's owner, sort and filters. */
const check = (position: string, list: string): string =>
  createHash('sha256')
    .update(`${list}\n${position}`)
    .digest()
    .subarray(0, CHECK_BYTES)
    .toString('base64url');

/** Encodes a position as an opaque text that is valid only for `list`. */
export function encodeCursor({ at, id }: Position, list: string): string {
  const position = `${at}.${id}`;
  return `${Buffer.from(position).toString('base64url')}.${check(position, list)}`;
}

/** Decodes a cursor; `undefined` if the service did not make the cursor for `list` (contract 4). */
export function decodeCursor(cursor: string, list: string): Position | undefined {
  if (cursor.length > MAX_CURSOR_LENGTH) return undefined;
  const encoded = cursor.slice(0, Math.max(0, cursor.indexOf('.')));
  const [, at, id] = SHAPE.exec(Buffer.from(encoded, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) return undefined;
  const position = { at: Number(at), id };
  // Compares the texts, not the decoded positions, because many texts decode to the same bytes.
  return encodeCursor(position, list) === cursor ? position : undefined;
}
