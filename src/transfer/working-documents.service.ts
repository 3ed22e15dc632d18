import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { PublicationWalk } from '../publications/publication-walk.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import type { DocumentInFile } from '../site/front-matter.js';

/** The working revisions, one document after the other, for exports (CONTRACT 10). */
@Injectable()
export class WorkingDocuments {
  constructor(
    private readonly accounts: AccountsService,
    private readonly walk: PublicationWalk,
    private readonly publications: PublicationsService,
  ) {}

  /** Of one account, or with `null` of all. */
  async count(accountId: string | null): Promise<number> {
    let count = 0;
    for await (const _ of this.ids(accountId)) count += 1;
    return count;
  }

  /** Account by account, oldest first. */
  async *read(accountId: string | null): AsyncGenerator<DocumentInFile> {
    for await (const [owner, id] of this.ids(accountId)) {
      const {
        author,
        content,
        publishedAt: _,
        ...document
      } = await this.publications.read({ accountId: owner }, id);
      yield { ...document, authorKind: author.kind, authorName: author.name, markdown: content };
    }
  }

  private async *ids(accountId: string | null): AsyncGenerator<[owner: string, id: string]> {
    const owners =
      accountId === null ? (await this.accounts.list()).map(({ id }) => id) : [accountId];
    for (const owner of owners) {
      for await (const page of this.walk.pages(owner)) {
        for (const { id } of page) yield [owner, id];
      }
    }
  }
}
