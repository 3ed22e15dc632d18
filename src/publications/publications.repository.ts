import { Injectable } from '@nestjs/common';
import type { PublicationRowWithContent } from '../documents/publication-row.js';
import { AccountReads } from '../platform/database/database.js';
import { READ_PUBLICATION, READ_PUBLICATION_AT } from './publications.statements.js';

@Injectable()
export class PublicationsRepository {
  constructor(private readonly reads: AccountReads) {}

  async find(id: string, accountId: string): Promise<PublicationRowWithContent | undefined> {
    const [row] = await this.reads.rows<PublicationRowWithContent>(accountId, READ_PUBLICATION, [
      id,
      accountId,
    ]);
    return row;
  }

  async findAt(
    locale: string,
    slug: string,
    accountId: string,
  ): Promise<PublicationRowWithContent | undefined> {
    const [row] = await this.reads.rows<PublicationRowWithContent>(accountId, READ_PUBLICATION_AT, [
      locale,
      slug,
      accountId,
    ]);
    return row;
  }
}
