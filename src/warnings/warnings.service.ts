import { Injectable } from '@nestjs/common';
import type { DocumentValue } from '../documents/document.js';
import { Database } from '../platform/database/database.js';
import { type ShownWarning, shownWarnings } from './shown-warnings.js';
import type { FoundWarning } from './warnings-in.js';
import { READ_WARNINGS } from './warnings.statements.js';

interface WarningsRow {
  readonly warnings: readonly FoundWarning[];
  readonly document: DocumentValue;
  readonly content: string;
}

/** Reads the warnings about working revisions (contract 16). */
@Injectable()
export class WarningsService {
  constructor(private readonly database: Database) {}

  /** Reads the warnings about a revision; `null`: it is not looked at yet, or is not the working revision. */
  async of(accountId: string, id: string, version: number): Promise<ShownWarning[] | null> {
    const values = [id, accountId, version];
    const [row] = await this.database.accountRows<WarningsRow>(accountId, READ_WARNINGS, values);
    if (!row) return null;
    return shownWarnings(row.warnings, row.document, row.content);
  }
}
