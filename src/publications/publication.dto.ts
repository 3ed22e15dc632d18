import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { type PublishError, PUBLISH_ERROR_CODES } from '../releases/publish-error.js';
import type { DocumentFields } from '../documents/document.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  type Intent,
  INTENTS,
  PUBLICATION_STATES,
  type PublicationState,
} from '../documents/publication-state.js';
import { AnswerMembers, AuthorDto, typed } from './document-members.js';

/** Why a release or an indexing failed for good (CONTRACT 2). */
@ApiSchema({ name: 'PublishError', description: 'Why a release or an indexing failed for good.' })
export class PublishErrorDto implements PublishError {
  /** `render_failed`, `render_timeout`, `release_failed` or `index_failed`. */
  @ApiProperty({
    enum: PUBLISH_ERROR_CODES,
    description: 'What failed.',
  })
  code!: PublishError['code'];

  /** One sentence. */
  @ApiProperty({ description: 'What happened, in one sentence.' })
  message!: string;

  /** The revision that failed. */
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The revision that failed.' })
  version!: number;

  /** RFC 3339, UTC. */
  @ApiProperty({ format: 'date-time', description: 'When it failed.' })
  failedAt!: string;
}

/** The document of an answer: its id, and its fields in the order of the wire. */
@AnswerMembers
class DocumentDto extends typed<DocumentFields>() {
  /** UUIDv7. */
  @ApiProperty({
    format: 'uuid',
    description: 'Address of the publication in this API.',
    examples: ['019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10'],
  })
  id!: string;
}

/** A publication as clients see it (CONTRACT 2). */
@ApiSchema({ name: 'Publication', description: 'A document, and where it stands.' })
export class PublicationDto extends DocumentDto {
  /** 1 on create, +1 on each accepted update, unchanged by anything else. */
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Number of the working revision.',
    examples: [1],
  })
  version!: number;

  /** `null`: nothing is public. */
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'Number of the public revision; null: nothing is public.',
    examples: [null],
  })
  publishedVersion!: number | null;

  /** Derived (CONTRACT 3). */
  @ApiProperty({
    enum: PUBLICATION_STATES,
    description: 'Where the working revision stands; publishing: a release is in flight.',
    examples: ['draft'],
  })
  state!: PublicationState;

  /** Derived (CONTRACT 3). */
  @ApiProperty({
    enum: INDEX_STATUSES,
    description: 'Whether the search of the site finds the public revision.',
    examples: ['not_published'],
  })
  indexStatus!: IndexStatus;

  /** Code points, also where the content itself is left out. */
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Characters of the content, also where the content itself is left out.',
    examples: [55],
  })
  contentLength!: number;

  /** Named at the publish of the released revision. */
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Who answers for the public revision, as the client stated it; null: nobody named.',
    examples: [null],
  })
  approvedBy!: string | null;

  /** Percent-encoded; answers 404 until something is public. */
  @ApiProperty({
    format: 'uri',
    description: 'Public address, fixed from creation; answers 404 until a revision is public.',
    examples: ['https://press.example/en/hello-world'],
  })
  url!: string;

  /** Stands until the next accepted publish. */
  @ApiProperty({
    type: () => PublishErrorDto,
    nullable: true,
    description:
      'Why the last release or indexing failed, until the next publish; null: it did not.',
    examples: [null],
  })
  publishError!: PublishErrorDto | null;

  /** RFC 3339, UTC, with milliseconds. */
  @ApiProperty({
    format: 'date-time',
    description: 'When it was created.',
    examples: ['2026-11-21T09:30:00.000Z'],
  })
  createdAt!: string;

  /** Moves with accepted writes and nothing else. */
  @ApiProperty({
    format: 'date-time',
    description: 'When the last write was accepted.',
    examples: ['2026-11-21T09:30:00.000Z'],
  })
  updatedAt!: string;

  /** When `publishedVersion` became public. */
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the public revision became public; null: nothing is public.',
    examples: [null],
  })
  publishedAt!: string | null;
}

/** A publication in a list: everything but its content. */
@ApiSchema({ name: 'PublicationSummary', description: 'A publication without its content.' })
export class PublicationSummaryDto extends OmitType(PublicationDto, ['content'] as const) {}

/** A section of a content (CONTRACT 1, 4). */
@ApiSchema({ name: 'OutlineEntry', description: 'A section of the content.' })
export class OutlineEntryDto {
  /** The anchor of its heading on the page, without `#`. */
  @ApiProperty({ description: 'Names the section, and is its anchor on the page.' })
  id!: string;

  /** 1–6. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6, description: 'Level of its heading.' })
  level!: number;

  /** Plain text; may be empty. */
  @ApiProperty({ description: 'Its heading, in plain words.' })
  title!: string;

  /** In characters. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Characters before it.' })
  offset!: number;

  /** In characters, with the sections below it. */
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Characters, its subsections included.',
  })
  length!: number;
}

/** Which part of a content is answered, in characters (CONTRACT 4). */
@ApiSchema({ name: 'ContentRange', description: 'Which part of the content is answered.' })
export class ContentRangeDto {
  /** Within the content, or within the section that is named. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Characters before it.' })
  offset!: number;

  /** 0 past the end. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Characters of it.' })
  length!: number;

  /** Of the content, or of the section that is named. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Characters of all.' })
  total!: number;
}

/** What differs between two revisions (CONTRACT 4, `view: changes`). */
@ApiSchema({ name: 'PublicationChanges', description: 'What differs between two revisions.' })
export class PublicationChangesDto {
  /** `null`: compared with nothing, because nothing is public. */
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The older revision; null: nothing.',
  })
  from!: number | null;

  /** The revision that is shown. */
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The revision that is shown.' })
  to!: number;

  /** Names of fields. */
  @ApiProperty({ type: [String], description: 'The fields that differ.' })
  changedFields!: string[];

  /** But content. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Those fields as they were, but content.',
  })
  before!: object;

  /** But content. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Those fields as they are, but content.',
  })
  after!: object;

  /** At most 40,000 bytes. */
  @ApiProperty({ description: 'Unified diff of the content, with three lines of context.' })
  contentDiff!: string;

  /** Of the whole. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Lines that were added.' })
  addedLines!: number;

  /** Of the whole. */
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Lines that were removed.' })
  removedLines!: number;

  /** Beyond 40,000 bytes, or too different to be told apart in time. */
  @ApiProperty({ description: 'Whether the diff is not all of it.' })
  truncated!: boolean;
}

/** A revision in the history of a publication (CONTRACT 4, `view: history`). */
@ApiSchema({ name: 'RevisionHistory', description: 'A revision, who made it and why.' })
export class RevisionHistoryDto {
  /** Number of the revision. */
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of the revision.' })
  version!: number;

  /** Its title. */
  @ApiProperty({ description: 'Its title.' })
  title!: string;

  /** May be empty. */
  @ApiProperty({ description: 'What it changed and why; may be empty.' })
  changeNote!: string;

  /** `draft` or `review`. */
  @ApiProperty({ enum: INTENTS, description: 'What was said of it.' })
  intent!: Intent;

  /** Who wrote it. */
  @ApiProperty({ type: () => AuthorDto, description: 'Who wrote it.' })
  author!: AuthorDto;

  /** Code points. */
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Characters of its content.' })
  contentLength!: number;

  /** `null`: an operator, or a revision from before it was kept. */
  @ApiProperty({ type: String, nullable: true, description: 'The key that wrote it; null: none.' })
  keyId!: string | null;

  /** `http`, `mcp` or `operator`; `null`: not kept then. */
  @ApiProperty({ type: String, nullable: true, description: 'The door that it came through.' })
  door!: string | null;

  /** RFC 3339, UTC. */
  @ApiProperty({ format: 'date-time', description: 'When it was accepted.' })
  createdAt!: string;

  /** `null`: it never was. */
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it became public; null: never.',
  })
  publishedAt!: string | null;

  /** As the client stated it. */
  @ApiProperty({ type: String, nullable: true, description: 'Who answers for its release.' })
  approvedBy!: string | null;
}

/** A publication, or the part of it that was asked for (CONTRACT 4, "Reading a part"). */
@ApiSchema({
  name: 'PublicationView',
  description: 'A publication, or the part of it that was asked for.',
})
export class PublicationViewDto extends PublicationSummaryDto {
  /** Markdown; with `contentRange` a part of it. */
  @ApiProperty({ type: String, required: false, description: 'Markdown; only with view full.' })
  content?: string;

  /** Where a part of the content was asked for, or is all that fits. */
  @ApiProperty({
    type: () => ContentRangeDto,
    required: false,
    description: 'Which part of the content this is; absent: all of it.',
  })
  contentRange?: ContentRangeDto;

  /** Where a revision was named. */
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The revision whose fields are shown; absent: the working one.',
  })
  revision?: number;

  /** With `view: outline`; at most 1,000. */
  @ApiProperty({
    type: () => OutlineEntryDto,
    isArray: true,
    required: false,
    description: 'The sections of the content; only with view outline.',
  })
  outline?: OutlineEntryDto[];

  /** With `view: changes`. */
  @ApiProperty({
    type: () => PublicationChangesDto,
    required: false,
    description: 'What differs; only with view changes.',
  })
  changes?: PublicationChangesDto;

  /** With `view: history`; the newest 50. */
  @ApiProperty({
    type: () => RevisionHistoryDto,
    isArray: true,
    required: false,
    description: 'The newest 50 revisions; only with view history.',
  })
  history?: RevisionHistoryDto[];
}

/** One page of a list (CONTRACT 4). */
@ApiSchema({ name: 'PublicationList', description: 'One page of the publications of the account.' })
export class PublicationListDto {
  /** At most `limit`. */
  @ApiProperty({ type: [PublicationSummaryDto], description: 'Publications without content.' })
  items!: PublicationSummaryDto[];

  /** `null` at the end. */
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Send it as cursor, with the same sort and filters, for the next page; null at the end.',
    examples: [null],
  })
  nextCursor!: string | null;
}
