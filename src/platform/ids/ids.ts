import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): ids that grow with time keep the indexes dense. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id in canonical form (RFC 9562 4); `undefined`: no row can have it, as with an unknown one (contract 6). */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** Versions are 4-byte integers. */
export const MAX_VERSION = 2_147_483_647;

/** A client may name a greater one, which no publication has (contract 2). */
export const clampToInt4 = (version: number): number => Math.min(version, MAX_VERSION);

/** The nil UUID (RFC 9562): the id of nothing, so that a malformed id is refused where an unknown one is. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
