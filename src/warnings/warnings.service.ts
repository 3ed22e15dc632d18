import { Injectable, Logger } from '@nestjs/common';
import type { DocumentValue } from '../documents/document.js';
import { databaseAway } from '../platform/database/database-fault.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { Problem } from '../platform/problems/problem.js';
import { type ReadWarning, type ShownWarning, shownWarnings } from './shown-warnings.js';
import { READ_WARNINGS } from './warnings.statements.js';

/** The publications among $1 whose working revision was looked at. `SETTLED_RELEASES` explains `unnest`. */
export const LOOKED_AT: Statement = {
  name: 'warnings_looked_at',
  text: `
    SELECT asked.id
    FROM unnest((SELECT $1::uuid[])) AS asked (id) JOIN publication p USING (id)
    JOIN search_entry e ON e.publication_id = p.id AND e.version = p.version
    WHERE jsonb_typeof(e.warnings) = 'array'`,
};

interface WarningsRow {
  readonly warnings: readonly ReadWarning[];
  readonly document: DocumentValue;
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
      return row ? shownWarnings(row.warnings, row.document) : null;
    } catch (error) {
      if (error instanceof Problem || databaseAway(error)) throw error;
      this.logger.warn(
        { err: error, publicationId: id },
        'No warnings: the check for warnings has a fault.',
      );
      return null;
    }
  }
}
