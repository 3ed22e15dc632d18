import { hash } from 'node:crypto';
import { visible } from '../platform/logging/visible.js';

/** An accepted write, a decision that released nothing, or an operator's command (contract 10). */
export interface AuditEntry {
  /** Place in the audit. Numbers grow, also when the clock of the database goes back; some are left out. */
  readonly number: number;
  readonly time: Date;
  readonly id: string;
  readonly accountId: string | null;
  readonly channel: 'http' | 'mcp' | 'desk' | 'operator';
  /** At the desk, the id of the approver. `null` for operators. */
  readonly keyId: string | null;
  /** Name and version that the client program sent; `null` if it sent none. */
  readonly client: { readonly name: string; readonly version: string } | null;
  /** Login name of the operator; `null` for clients. */
  readonly operator: string | null;
  /** `create`, `update`, `publish`, `approve`, `send back`, or the name of a command such as `keys revoke`. */
  readonly action: string;
  readonly publicationId: string | null;
  /** The revision that was written, published or sent back; `null` for commands. */
  readonly version: number | null;
  readonly requestId: string | null;
  /** The approver that a publish stated, or who approved; `null` if none was stated, and in all other entries. */
  readonly approvedBy: string | null;
  /** The arguments of a command, or who sent a revision back and why; `null` for accepted writes. */
  readonly details: object | null;
}

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

/** A parsed line, with the members of the entry that was written. */
export interface ReadLine extends Omit<AuditEntry, 'time'> {
  /** The `sha256` of the line before; `null` in the first line. */
  readonly previous: string | null;
  readonly sha256: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly time: string;
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
