import { Injectable } from '@nestjs/common';
import type {
  PublicationRow,
  RevisionRow,
  WholePublicationRow,
} from '../documents/publication-row.js';
import { indexStatusOf, stateOf } from '../documents/publication-state.js';
import { documentOf } from '../documents/revision.js';
import { Config } from '../platform/config/config.js';
import type {
  PublicationDto,
  PublicationItemDto,
  PublicationSummaryDto,
} from './dto/publication.dto.js';
import { OF_REVISION } from './dto/publication-view.dto.js';

/** Converts rows to answers. Writes out the members of each answer, in the order that clients see (contract 2). */
@Injectable()
export class PublicationPresenter {
  constructor(private readonly config: Config) {}

  /**
   * Presents a publication with its content.
   * @param publicBaseUrl for a stored answer, the base URL at the time of its write
   */
  whole(row: WholePublicationRow, publicBaseUrl = this.config.publicBaseUrl): PublicationDto {
    return this.present(row, row, publicBaseUrl);
  }

  /**
   * Presents a publication without its content.
   * @param shown the revision to show; `row` has the members about the publication
   */
  summary(row: PublicationRow, shown: RevisionRow = row): PublicationSummaryDto {
    return this.present(row, shown, this.config.publicBaseUrl, false);
  }

  /** Presents a publication in a list: without content and sources, which can be long, and without approvals. */
  item(row: PublicationRow): PublicationItemDto {
    const {
      sources: _sources,
      approvals: _approvals,
      ...item
    } = Object.assign({}, this.summary(row));
    return item;
  }

  /** Presents the members about the publication, without the fields of a revision. */
  standing(row: PublicationRow): Partial<PublicationSummaryDto> {
    const members = Object.entries(this.summary(row));
    return Object.fromEntries(
      members.filter(([name]) => !(OF_REVISION as readonly string[]).includes(name)),
    );
  }

  private present(
    row: PublicationRow,
    shown: RevisionRow,
    publicBaseUrl: string,
    withContent = true,
  ): PublicationDto {
    return {
      id: row.id,
      ...documentOf(shown, withContent),
      version: row.version,
      publishedVersion: row.publishedVersion,
      state: stateOf(row),
      indexStatus: indexStatusOf(row),
      contentLength: shown.contentLength,
      approvedBy: row.approvedBy,
      approvedVia: row.approvedVia,
      returned: row.returned,
      approvals: row.approvals,
      withdrawn: row.withdrawn,
      url: `${publicBaseUrl}/${row.locale}/${encodeURIComponent(row.slug)}`,
      publishError: row.publishError,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      publishedAt: row.publishedAt,
    };
  }
}
