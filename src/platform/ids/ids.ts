import { v7 } from 'uuid';

/** Makes a new UUIDv7 (RFC 9562). Such ids grow with time, so new rows go to the end of an index, which stays dense. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the id in canonical form (RFC 9562 4); `undefined` if the text is malformed. Callers then answer as for an
 * unknown id (contract 6).
 */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** The largest possible version, because the database stores versions as 4-byte integers. */
export const MAX_VERSION = 2_147_483_647;

/**
 * Replaces a version above `MAX_VERSION`, which PostgreSQL would refuse as a parameter, by `MAX_VERSION`. The answer
 * stays the same, because no publication reaches that version.
 */
export const clampToInt4 = (version: number): number => Math.min(version, MAX_VERSION);

/** The nil UUID (RFC 9562), which no row has. It replaces a malformed id, so that checks treat it as an unknown id. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
