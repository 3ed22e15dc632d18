import { hash } from 'node:crypto';
import { visible } from '../platform/logging/visible.js';

/** Matches the last member of a line. The value of this member is the hash of the text before the member. */
const END = /^,"sha256":"([0-9a-f]{64})"\}$/;
const END_LENGTH = ',"sha256":"'.length + 64 + '"}'.length;

/**
 * Writes entries as chained lines of JSON (contract 10). The first member of a line, `previous`, is the `sha256` of the
 * line before; it is `null` in the first line. The last member, `sha256`, is the SHA-256 of the text before this member
 * in the same line, as UTF-8. Control and direction characters are escaped, so a terminal can show the lines as they are.
 */
export class AuditLines {
  /** @param previous the `sha256` of the line to continue after; `null` to begin a new chain */
  constructor(private previous: string | null = null) {}

  add(entry: object): string {
    const hashed = visible(JSON.stringify({ previous: this.previous, ...entry })).slice(0, -1);
    this.previous = hash('sha256', hashed);
    return `${hashed},"sha256":"${this.previous}"}\n`;
  }
}

/** A parsed line. It also has the members of the entry that was written. */
export interface ReadLine {
  /** The `sha256` of the line before; `null` in the first line. */
  readonly previous: string | null;
  readonly sha256: string;
  readonly number: number;
  readonly time: string;
  readonly id: string;
}

/** Parses a line; `undefined` if its bytes are not exactly those that `AuditLines` wrote. */
export function readAuditLine(line: Buffer): ReadLine | undefined {
  const hashed = line.subarray(0, -END_LENGTH);
  const [, sha256] = END.exec(line.subarray(-END_LENGTH).toString('latin1')) ?? [];
  if (sha256 === undefined || sha256 !== hash('sha256', hashed)) return undefined;
  try {
    return JSON.parse(line.toString()) as ReadLine;
  } catch {
    return undefined;
  }
}
