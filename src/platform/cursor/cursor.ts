import { createHash } from 'node:crypto';

/** The end of a page: the sort key of its last item, and its id. */
export interface Position {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly id: string;
}

const CHECK_BYTES = 9;

/** Characters of a cursor at most (contract 4); ours have 80. Nothing looks into a longer one. */
export const MAX_CURSOR_LENGTH = 200;
const SHAPE = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Ties a position to the list it belongs to: its owner, sort and filters. */
const check = (position: string, list: string): string =>
  createHash('sha256')
    .update(`${list}\n${position}`)
    .digest()
    .subarray(0, CHECK_BYTES)
    .toString('base64url');

/** Writes a position as an opaque text that only `list` accepts. */
export function encodeCursor({ at, id }: Position, list: string): string {
  const position = `${at}.${id}`;
  return `${Buffer.from(position).toString('base64url')}.${check(position, list)}`;
}

/** Reads a cursor; `undefined` where it is not ours or belongs to another list (contract 4). */
export function decodeCursor(cursor: string, list: string): Position | undefined {
  if (cursor.length > MAX_CURSOR_LENGTH) return undefined;
  const encoded = cursor.slice(0, Math.max(0, cursor.indexOf('.')));
  const [, at, id] = SHAPE.exec(Buffer.from(encoded, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) return undefined;
  const position = { at: Number(at), id };
  // Made again, because many texts decode to the same bytes.
  return encodeCursor(position, list) === cursor ? position : undefined;
}
