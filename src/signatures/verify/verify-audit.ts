import { readAuditLine, type ReadLine } from '../../audit/audit-lines.js';
import type { Failure } from './verify-release.js';

const LINE_END = 0x0a;
/** Maximum length of a line, in bytes; the service writes none that is nearly as long. */
const MAX_LINE = 1024 * 1024;

/** Result of a check of chained audit lines (contract 10). */
export interface AuditVerification {
  /** The failure of the first faulty line, as the only element; empty if all lines are valid. */
  readonly failures: readonly Failure[];
  /** Number of valid lines before the first faulty line. */
  readonly lines: number;
  /** The last of the valid lines; `null` if there is no valid line. */
  readonly last: ReadLine | null;
}

/**
 * Checks the chained lines of `audit list --json-lines` or of a folder of evidence. The check cannot detect that lines
 * are missing at the end. To detect this, compare `last` with a value that was stored elsewhere (ADR 48).
 * @param onLine receives each valid line
 */
export async function verifyAudit(
  file: AsyncIterable<Buffer>,
  onLine: (line: ReadLine) => void = () => undefined,
): Promise<AuditVerification> {
  let last: ReadLine | null = null;
  let lines = 0;
  const fault = (what: string): AuditVerification => {
    const message = `Audit: line ${lines + 1} ${what}.`;
    return { failures: [{ part: 'audit', message }], lines, last };
  };
  for await (const { text, isWhole } of linesOf(file)) {
    const line = isWhole ? readAuditLine(text) : undefined;
    if (!line) return fault(isWhole ? 'was changed' : 'is incomplete');
    if (line.previous !== (last?.sha256 ?? null)) {
      return fault(
        last
          ? 'does not follow the line before it'
          : 'is not the first line of the audit: lines before it are missing',
      );
    }
    last = line;
    lines += 1;
    onLine(line);
  }
  return { failures: [], lines, last };
}

/**
 * Splits the file at LF only. Text after the last LF is not a whole line. Ends with an empty line in place of one that is
 * too long.
 */
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
    if (rest.length > MAX_LINE) {
      yield { text: Buffer.alloc(0), isWhole: true };
      return;
    }
  }
  if (rest.length > 0) yield { text: rest, isWhole: false };
}

interface ErasureInAudit {
  readonly at: string;
  /** `null` if the whole document was erased. */
  readonly version: number | null;
  readonly reason: string;
}

/** The actions after which no version of a document is public. */
const OFF_THE_SITE = new Set(['publications withdraw', 'publications supersede']);

/** What the audit of a document says about its releases. */
export class AuditFacts {
  /** The decisions to release, by id. */
  readonly publishes = new Map<string, ReadLine>();
  /** The approvals that released nothing. */
  readonly approvals: ReadLine[] = [];
  readonly erasures: ErasureInAudit[] = [];
  /** The times of withdrawals. */
  readonly withdrawals: string[] = [];
  /** The documents and accounts that lines are of; a valid audit has one pair. */
  readonly owners = new Set<string>();

  add(line: ReadLine): void {
    const { action, id, time, details } = line;
    this.owners.add(`${line.publicationId} ${line.accountId}`);
    if (action === 'publish') this.publishes.set(id, line);
    else if (action === 'approve') this.approvals.push(line);
    else if (OFF_THE_SITE.has(action)) this.withdrawals.push(time);
    else if (action === 'publications erase') {
      const { version = null, reason = '' } = (details ?? {}) as Partial<ErasureInAudit>;
      this.erasures.push({ at: time, version, reason });
    }
  }
}
