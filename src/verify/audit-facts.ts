import type { ReadLine } from '../audit/audit-lines.js';

/** The members of an audit line (contract 10) with which a folder of evidence is compared. */
export interface AuditLine extends ReadLine {
  readonly accountId: string;
  readonly publicationId: string;
  readonly channel: string;
  readonly keyId: string | null;
  readonly client: { readonly name: string; readonly version: string } | null;
  readonly action: string;
  readonly version: number | null;
  readonly requestId: string | null;
  readonly approvedBy: string | null;
  readonly details: { readonly version?: number | null; readonly reason?: string } | null;
}

interface ErasureInAudit {
  readonly at: string;
  /** `null` if the whole document was erased. */
  readonly version: number | null;
  readonly reason: string;
}

/** What the audit of a document says about its releases. */
export class AuditFacts {
  /** The decisions to release, by id. */
  readonly publishes = new Map<string, AuditLine>();
  readonly erasures: ErasureInAudit[] = [];
  /** The times of withdrawals. */
  readonly withdrawals: string[] = [];
  /** The documents and accounts that lines are of; a valid audit has one pair. */
  readonly owners = new Set<string>();

  add(line: AuditLine): void {
    const { action, id, time, details } = line;
    this.owners.add(`${line.publicationId} ${line.accountId}`);
    if (action === 'publish') this.publishes.set(id, line);
    else if (action === 'publications withdraw') this.withdrawals.push(time);
    else if (action === 'publications erase') {
      const version = details?.version ?? null;
      this.erasures.push({ at: time, version, reason: details?.reason ?? '' });
    }
  }
}
