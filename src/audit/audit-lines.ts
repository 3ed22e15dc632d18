import { hash } from 'node:crypto';

/** End of a line; the text before it is hashed. */
const END = /^,"sha256":"([0-9a-f]{64})"\}$/;
const END_LENGTH = ',"sha256":"'.length + 64 + '"}'.length;

/**
 * Writes entries as chained lines of JSON (contract 10): `previous` is the `sha256` of the line before, `null` in the
 * first one; `sha256`, the last member, is the SHA-256 of the text before it in the line, as UTF-8.
 */
export class AuditLines {
  /** @param previous the `sha256` of the line to continue after; `null`: none */
  constructor(private previous: string | null = null) {}

  add(entry: object): string {
    const hashed = JSON.stringify({ previous: this.previous, ...entry }).slice(0, -1);
    this.previous = hash('sha256', hashed);
    return `${hashed},"sha256":"${this.previous}"}\n`;
  }
}

export interface ReadLine {
  /** The `sha256` of the line before; `null`: this is the first one. */
  readonly previous: string | null;
  readonly sha256: string;
  readonly time: string;
  readonly id: string;
}

/** Parses a line; `undefined`: it is not exactly what was written. */
export function readAuditLine(line: Buffer): ReadLine | undefined {
  const hashed = line.subarray(0, -END_LENGTH);
  const [, sha256] = END.exec(line.subarray(-END_LENGTH).toString('latin1')) ?? [];
  if (sha256 === undefined || sha256 !== hash('sha256', hashed)) return undefined;
  try {
    const { previous, time, id } = JSON.parse(line.toString()) as Omit<ReadLine, 'sha256'>;
    return { previous, sha256, time, id };
  } catch {
    return undefined;
  }
}
