import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, QueryFailedError, Repository } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { UsageService } from '../accounts/usage.service.js';
import { Page } from './page.entity.js';
import type {
  CreatePublicationDto,
  ListPublicationsDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './publication.dto.js';
import { Publication } from './publication.entity.js';
import { present } from './publication.presenter.js';

const UNIQUE_VIOLATION = '23505';

/** Reads and writes documents, with one transaction per write. */
@Injectable()
export class PublicationsService {
  constructor(
    @InjectRepository(Publication) private readonly publications: Repository<Publication>,
    private readonly dataSource: DataSource,
    private readonly usage: UsageService,
  ) {}

  async create(account: Account, input: CreatePublicationDto): Promise<object> {
    try {
      return await this.write(account, async (manager) =>
        manager.save(
          this.publications.merge(this.publications.create(), input, {
            accountId: account.id,
            authorName: account.name,
            contentLength: input.content.length,
            publishedVersion: null,
            publishedAt: null,
          }),
        ),
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictException('There is a document at this address.');
    }
  }

  /** Lists documents, newest first. */
  async list({ id: accountId }: Account, { limit, offset }: ListPublicationsDto): Promise<object> {
    const [found, total] = await this.publications.findAndCount({
      select: SUMMARY,
      where: { accountId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return { items: found.map(present), total };
  }

  async read({ id: accountId }: Account, id: string): Promise<object> {
    const found = await this.publications.findOneBy({ id, accountId });
    if (!found) throw new NotFoundException();
    return present(found);
  }

  update(
    account: Account,
    id: string,
    { expectedVersion, ...fields }: UpdatePublicationDto,
  ): Promise<object> {
    return this.write(account, async (manager) => {
      const found = await expected(manager, account, id, expectedVersion);
      this.publications.merge(found, fields, { version: expectedVersion + 1 });
      found.contentLength = found.content.length;
      return manager.save(found);
    });
  }

  publish(
    account: Account,
    id: string,
    { expectedVersion }: PublishPublicationDto,
  ): Promise<object> {
    return this.write(account, async (manager) => {
      const found = await expected(manager, account, id, expectedVersion);
      const { locale, slug, content: html, version } = found;
      await manager.upsert(Page, { locale, slug, publicationId: id, version, html }, [
        'locale',
        'slug',
      ]);
      found.publishedVersion = version;
      found.publishedAt = new Date();
      return manager.save(found);
    });
  }

  private async write(
    account: Account,
    change: (manager: EntityManager) => Promise<Publication>,
  ): Promise<object> {
    return this.dataSource.transaction(async (manager) => {
      const changed = await change(manager);
      await this.usage.count(manager, account);
      return present(changed);
    });
  }
}

/** The columns of a list. A list reads neither the content nor the account. */
const SUMMARY = {
  id: true,
  locale: true,
  slug: true,
  title: true,
  contentLength: true,
  description: true,
  tags: true,
  sources: true,
  authorKind: true,
  authorName: true,
  intent: true,
  changeNote: true,
  version: true,
  publishedVersion: true,
  publishedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;

/**
 * Locks a document of the account until the transaction ends. @throws ConflictException if the document is not at
 * `version`
 */
async function expected(
  manager: EntityManager,
  { id: accountId }: Account,
  id: string,
  version: number,
): Promise<Publication> {
  const found = await manager.findOne(Publication, {
    where: { id, accountId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) throw new NotFoundException();
  if (found.version !== version) throw new ConflictException('The version has changed.');
  return found;
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: string }).code === UNIQUE_VIOLATION;
