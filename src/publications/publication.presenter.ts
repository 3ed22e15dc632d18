import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { PublicationDto, PublicationSummaryDto } from './dto/publication.dto.js';
import type { PublicationRow } from './publication-row.js';
import { indexStatusOf, stateOf } from './publication-state.js';

/** Writes rows as what clients see: an allow-list, in the order of the wire (CONTRACT 2). */
@Injectable()
export class PublicationPresenter {
  constructor(private readonly config: Config) {}

  /** @param publicBaseUrl that of the answer's time, where it is one of before */
  summary(row: PublicationRow, publicBaseUrl = this.config.publicBaseUrl): PublicationSummaryDto {
    return {
      id: row.id,
      locale: row.locale,
      slug: row.slug,
      title: row.title,
      description: row.description,
      tags: row.tags,
      sources: row.sources,
      author: { kind: row.authorKind, name: row.authorName },
      intent: row.intent,
      version: row.version,
      publishedVersion: row.publishedVersion,
      state: stateOf(row),
      indexStatus: indexStatusOf(row),
      url: `${publicBaseUrl}/${row.locale}/${encodeURIComponent(row.slug)}`,
      publishError: row.publishError,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      publishedAt: row.publishedAt,
    };
  }
}

/** Puts the content into its place: behind the title. */
export function withContent(summary: PublicationSummaryDto, content: string): PublicationDto {
  const { id, locale, slug, title, ...rest } = summary;
  return { id, locale, slug, title, content, ...rest };
}
