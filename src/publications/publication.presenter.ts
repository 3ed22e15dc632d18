import { Injectable } from '@nestjs/common';
import type { PublicationRow, PublicationRowWithContent } from '../documents/publication-row.js';
import { indexStatusOf, stateOf } from '../documents/publication-state.js';
import { documentOf } from '../documents/revision.js';
import { Config } from '../platform/config/config.js';
import { codePoints } from '../platform/validation/rule.js';
import type { PublicationDto, PublicationSummaryDto } from './publication.dto.js';

/** Writes rows as what clients see: an allow-list, in the order of the wire (CONTRACT 2). */
@Injectable()
export class PublicationPresenter {
  constructor(private readonly config: Config) {}

  /** @param publicBaseUrl that of the answer's time, where it is one of before */
  whole(row: PublicationRowWithContent, publicBaseUrl = this.config.publicBaseUrl): PublicationDto {
    return {
      id: row.id,
      ...documentOf(row),
      version: row.version,
      publishedVersion: row.publishedVersion,
      state: stateOf(row),
      indexStatus: indexStatusOf(row),
      // Records from before they were kept lack both.
      contentLength: row.contentLength ?? codePoints(row.content),
      approvedBy: row.approvedBy ?? null,
      url: `${publicBaseUrl}/${row.locale}/${encodeURIComponent(row.slug)}`,
      publishError: row.publishError,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      publishedAt: row.publishedAt,
    };
  }

  /** The same of a row without content. */
  summary(row: PublicationRow): PublicationSummaryDto {
    return this.whole(row as PublicationRowWithContent);
  }
}
