import { type ReadLine, readAuditLine } from '../audit/audit-lines.js';
import type { Failure } from './verify-release.js';

const LINE_END = 0x0a;

/** The result of a check of chained lines (contract 10). */
export interface AuditVerification {
  /** The first line that is at fault; none: all are as they were written. */
  readonly failures: readonly Failure[];
  /** Lines that were checked and fit. */
  readonly lines: number;
  /** `null`: there is none. */
  readonly last: ReadLine | null;
}

/**
 * Checks lines as `audit list --json-lines` writes them. That the last ones are missing cannot be seen in the lines that are
 * left: compare `last` with what was kept elsewhere (ADR 48).
 */
export async function verifyAudit(file: AsyncIterable<Buffer>): Promise<AuditVerification> {
  let last: ReadLine | null = null;
  let lines = 0;
  const fault = (what: string): AuditVerification => {
    const message = `Audit: line ${lines + 1} ${what}.`;
    return { failures: [{ part: 'audit', message }], lines, last };
  };
  for await (const { text, isWhole } of linesOf(file)) {
    const line = isWhole ? readAuditLine(text) : undefined;
    if (!line) return fault(isWhole ? 'was changed' : 'is not whole');
    if (line.previous !== (last?.sha256 ?? null)) {
      return fault(
        last ? 'does not follow the line before it' : 'is not the first one: lines are missing',
      );
    }
    last = line;
    lines += 1;
  }
  return { failures: [], lines, last };
}

/** Ends lines at LF and nowhere else; a rest behind the last one is not whole. */
async function* linesOf(
  file: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly text: Buffer; readonly isWhole: boolean }> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      yield { text: rest.subarray(0, end), isWhole: true };
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield { text: rest, isWhole: false };
}
