/** Versions are 4-byte integers in the database. */
const MOST_VERSION = 2_147_483_647;

/**
 * A version as the database can hold it. A client may expect a greater one: that is the version of
 * nothing and conflicts like any other (CONTRACT 2).
 */
export const storable = (version: number): number => Math.min(version, MOST_VERSION);
