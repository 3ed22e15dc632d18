import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { loginName, OperatorActions } from '../audit/operator-actions.service.js';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import { olderTransactionsEnd } from '../platform/database/older-transactions.js';
import { SearchService } from '../search/search.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import {
  END_RELEASE,
  ERASE_ACCEPTED_WRITES,
  ERASE_REVISION,
  HIDE_DOCUMENT,
  LOCK_PUBLICATION,
  LOOKED_AT,
  READ_STANDING,
  TOUCH_PUBLICATION,
} from './erasure.statements.js';
import { Erasure } from './erasure.entity.js';
import { WHOLE } from './erasures.service.js';
import { isErasedFrom, TEXT_PLACES } from './text-places.js';

export interface ErasureRequest {
  readonly id: string;
  /** The revision to erase; `null` for the whole document. */
  readonly version: number | null;
  /** The reason, which the audit records. If a revision is erased, the account can read the reason, too. */
  readonly reason: string;
}

export interface ErasureReport extends ErasureRequest {
  readonly locale: string;
  readonly slug: string;
  readonly erasedAt: Date;
  /** Number of rows that this run deleted or emptied, by table. */
  readonly removed: Readonly<Record<string, number>>;
}

/** Columns of a publication, read while its row is locked. */
interface Locked {
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
  /** Number of the working revision; `WHOLE` if the document is already erased. */
  readonly version: number;
}

type Standing = Pick<Erasure, 'writtenAt' | 'keyId' | 'channel' | 'client' | 'publishedAt'> & {
  readonly isPublic: boolean;
  readonly isInFlight: boolean;
};

class Removed {
  readonly rows: Record<string, number> = Object.fromEntries(
    TEXT_PLACES.filter(isErasedFrom).map(({ table }) => [table, 0]),
  );

  add(table: string, rows: number): void {
    this.rows[table] = (this.rows[table] ?? 0) + rows;
  }
}

/**
 * Erases documents and revisions for operators (contract 15). One short transaction hides the text and adds the audit
 * row. A read that begins after the commit of this transaction does not find the text. Then batches remove the text,
 * each in its own transaction. If a run is interrupted, the next run removes the rest of the text (ADR 44).
 */
@Injectable()
export class ErasingService {
  constructor(
    private readonly database: Database,
    private readonly pages: ReleasedPagesService,
    private readonly search: SearchService,
    private readonly actions: OperatorActions,
  ) {}

  /**
   * Erases a document, or one of its revisions.
   * @throws Error if the document or revision does not exist. Also throws if the revision is the working revision, is
   * public or is in flight, or if its document is already erased
   */
  async erase(request: ErasureRequest): Promise<ErasureReport> {
    const { id, version, reason } = request;
    const removed = new Removed();
    const hidden = await this.database.transaction((tx) =>
      version === null
        ? this.hideDocument(tx, id, reason, removed)
        : this.hideRevision(tx, id, version, reason, removed),
    );
    // An older transaction can still copy the text, as into the draft index.
    await olderTransactionsEnd(this.database);
    await this.removeFromWrites(request, hidden.document, removed);
    await this.removeFromPlaces(request, removed);
    const { locale, slug } = hidden.document;
    const { erasedAt, reason: given } = await this.finish(id, version);
    return { id, version, reason: given, locale, slug, erasedAt, removed: removed.rows };
  }

  /** Hides a document on the site and at both interfaces. Does nothing if the document is already erased. */
  private async hideDocument(
    tx: EntityManager,
    id: string,
    reason: string,
    removed: Removed,
  ): Promise<{ readonly document: Locked }> {
    const document = await lockedDocument(tx, id);
    if (document.version === WHOLE) return { document };
    await run(tx, HIDE_DOCUMENT, [id]);
    removed.add('release', (await run(tx, END_RELEASE, [id])).length);
    for (const [table, rows] of Object.entries(await this.pages.withdraw(tx, document))) {
      removed.add(table, rows);
    }
    await this.search.hide(tx, id);
    await this.record(tx, document, { id, version: null, reason }, {});
    return { document };
  }

  /** Deletes the row of a revision. Does nothing if the revision is already erased. */
  private async hideRevision(
    tx: EntityManager,
    id: string,
    version: number,
    reason: string,
    removed: Removed,
  ): Promise<{ readonly document: Locked }> {
    const document = await lockedDocument(tx, id);
    if (document.version === WHOLE) throw new Error(`Publication ${id} was erased as a whole.`);
    if (await tx.existsBy(Erasure, { publicationId: id, version })) return { document };
    const [standing] = await run<Standing>(tx, READ_STANDING, [id, version]);
    if (!standing) throw new Error(`Publication ${id} has no version ${version}.`);
    const { isPublic, isInFlight, ...written } = standing;
    if (isPublic)
      throw refusal(version, 'is public: first withdraw the document, or release another version');
    if (isInFlight) throw refusal(version, 'is being released: first withdraw the document');
    if (version === document.version) {
      throw refusal(version, 'is the working revision: first update the document');
    }
    await run(tx, TOUCH_PUBLICATION, [id]);
    removed.add('revision', (await run(tx, ERASE_REVISION.revision, [id, version])).length);
    await this.record(tx, document, { id, version, reason }, written);
    return { document };
  }

  /** Inserts the erasure and its audit row, in the transaction that hides the text. */
  private async record(
    tx: EntityManager,
    { accountId, locale, slug, version: lastVersion }: Locked,
    { id: publicationId, version, reason }: ErasureRequest,
    written: Partial<Erasure>,
  ): Promise<void> {
    await tx.insert(Erasure, {
      ...written,
      publicationId,
      version: version ?? WHOLE,
      accountId,
      reason,
      operator: loginName(),
      lastVersion,
    });
    await this.actions.record(tx, {
      action: 'publications erase',
      accountId,
      details: { publicationId, locale, slug, version, reason },
    });
  }

  private async removeFromWrites(
    { id, version }: ErasureRequest,
    { accountId }: Locked,
    removed: Removed,
  ): Promise<void> {
    type Looked = Readonly<Record<'number' | 'changed' | 'looked', number>>;
    let after = 0;
    for (let looked = LOOKED_AT; looked === LOOKED_AT;) {
      const values = [id, version ?? WHOLE, accountId, after];
      const [row] = await this.database.rows<Looked>(ERASE_ACCEPTED_WRITES, values);
      if (!row) break;
      removed.add('accepted_write', row.changed);
      ({ looked, number: after } = row);
    }
  }

  private async removeFromPlaces({ id, version }: ErasureRequest, removed: Removed): Promise<void> {
    for (const place of TEXT_PLACES) {
      const statement = version === null ? place.document : place.revision;
      if (!statement) continue;
      const values = version === null ? [id] : [id, version];
      for (let rows = 1; rows > 0;) {
        rows = (await this.database.rows(statement, values)).length;
        removed.add(place.table, rows);
      }
    }
  }

  private async finish(id: string, version: number | null): Promise<Erasure> {
    return this.database.transaction(async (tx) => {
      const one = { publicationId: id, version: version ?? WHOLE };
      const erasure = await tx.findOneByOrFail(Erasure, one);
      if (erasure.finishedAt === null) await tx.update(Erasure, one, { finishedAt: () => 'now()' });
      return erasure;
    });
  }
}

async function lockedDocument(tx: EntityManager, id: string): Promise<Locked> {
  const [document] = await run<Locked>(tx, LOCK_PUBLICATION, [id]);
  if (!document) throw new Error(`There is no publication ${id}.`);
  return document;
}

const refusal = (version: number, why: string): Error =>
  new Error(
    `Version ${version} cannot be erased while it ${why}. You can also erase the whole document.`,
  );
