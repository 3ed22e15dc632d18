import { Injectable, Logger } from '@nestjs/common';
import type { DocumentValue } from '../documents/document.js';
import { databaseAway } from '../platform/database/database-fault.js';
import { Database } from '../platform/database/database.js';
import { Problem } from '../platform/problems/problem.js';
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
  private readonly logger = new Logger(WarningsService.name);

  constructor(private readonly database: Database) {}

  /**
   * Reads the warnings about a revision; `null`: it is not looked at yet, or is not the working revision. The warnings
   * lie in the index of the search, whose faults must not make a document unreadable, so that they are `null` then, too.
   */
  async of(accountId: string, id: string, version: number): Promise<ShownWarning[] | null> {
    const values = [id, accountId, version];
    try {
      const [row] = await this.database.accountRows<WarningsRow>(accountId, READ_WARNINGS, values);
      return row ? shownWarnings(row.warnings, row.document, row.content) : null;
    } catch (error) {
      if (error instanceof Problem || databaseAway(error)) throw error;
      this.logger.warn({ err: error, publicationId: id }, 'No warnings: the search has a fault.');
      return null;
    }
  }
}
