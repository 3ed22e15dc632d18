import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Intent, INTENTS } from '../document/publication-state.js';
import type { ClientInfo } from '../../keys/actor.js';
import { ANY_OBJECT, ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';
import { AuthorDto } from './fields.js';
import { APPROVED_VIA, type ApprovedVia } from '../../releases/release-facts.js';
import { PublicationSummaryDto, ReturnedDto } from './publication.dto.js';

/** A section of a content (contract 1, 4). */
@ApiSchema({ name: 'OutlineEntry', description: 'A section of the content.' })
export class OutlineEntryDto {
  /** The anchor of its heading on the page, without `#`. */
  @ApiProperty({ description: 'Names the section, and is its anchor on the page.' })
  id!: string;

  /** 1–6. */
  @ApiInteger(1, 'Level of its heading.', { maximum: 6 })
  level!: number;

  /** Plain text; may be empty. */
  @ApiProperty({ description: 'Its heading, in plain words.' })
  title!: string;

  /** In characters. */
  @ApiInteger(0, 'Characters before it.')
  offset!: number;

  /** In characters, with the sections below it. */
  @ApiInteger(0, 'Characters, its subsections included.')
  length!: number;
}

/** Which part of a content is answered, in characters (contract 4). */
@ApiSchema({ name: 'ContentRange', description: 'Which part of the content is answered.' })
export class ContentRangeDto {
  /** Within the content, or within the section that is named. */
  @ApiInteger(0, 'Characters before it.')
  offset!: number;

  /** 0 past the end. */
  @ApiInteger(0, 'Characters of it.')
  length!: number;

  /** Of the content, or of the section that is named. */
  @ApiInteger(0, 'Characters of all.')
  total!: number;
}

/** Where a text stands in a content (contract 4, `find`). */
@ApiSchema({ name: 'FoundPlace', description: 'Where a text stands in the content.' })
export class FoundPlaceDto {
  /** `null`: it stands before the first heading. */
  @ApiProperty({ type: String, nullable: true, description: 'Id of the innermost section.' })
  section!: string | null;

  /** In characters. */
  @ApiInteger(0, 'Characters of the content before it.')
  offset!: number;

  /** At most 100 characters. */
  @ApiProperty({ description: 'What stands before it.' })
  before!: string;

  /** But for line ends the text that was looked for. */
  @ApiProperty({ description: 'The text as it stands there.' })
  match!: string;

  /** At most 100 characters. */
  @ApiProperty({ description: 'What stands behind it.' })
  after!: string;
}

/** All places of a text, and the first of them (contract 4, `find`). */
@ApiSchema({
  name: 'FoundPlaces',
  description: 'How often a text stands in the content, and where.',
})
export class FoundPlacesDto {
  /** From left to right, not overlapping. */
  @ApiInteger(0, 'How often it stands there.')
  count!: number;

  /** At most 20. */
  @ApiProperty({ type: () => FoundPlaceDto, isArray: true, description: 'The first 20 places.' })
  places!: FoundPlaceDto[];
}

/** What differs between two revisions (contract 4, `view: changes`). */
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
  @ApiInteger(1, 'The revision that is shown.')
  to!: number;

  /** Names of fields. */
  @ApiProperty({ type: [String], description: 'The fields that differ.' })
  changedFields!: string[];

  /** But content. */
  @ApiProperty({ ...ANY_OBJECT, description: 'Those fields as they were, but content.' })
  before!: object;

  /** But content. */
  @ApiProperty({ ...ANY_OBJECT, description: 'Those fields as they are, but content.' })
  after!: object;

  /** At most 40,000 bytes. */
  @ApiProperty({ description: 'Unified diff of the content, with three lines of context.' })
  contentDiff!: string;

  /** Of the whole. */
  @ApiInteger(0, 'Lines that were added.')
  addedLines!: number;

  /** Of the whole. */
  @ApiInteger(0, 'Lines that were removed.')
  removedLines!: number;

  /** Beyond 40,000 bytes. */
  @ApiProperty({ description: 'Whether the diff is not all of it.' })
  truncated!: boolean;
}

/** A revision in the history of a publication (contract 4, `view: history`). */
@ApiSchema({ name: 'RevisionHistory', description: 'A revision, who made it and why.' })
export class RevisionHistoryDto {
  /** Number of the revision. */
  @ApiInteger(1, 'Number of the revision.')
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
  @ApiInteger(1, 'Characters of its content.')
  contentLength!: number;

  /** `null`: an operator, or a revision from before it was kept. */
  @ApiProperty({ type: String, nullable: true, description: 'The key that wrote it; null: none.' })
  keyId!: string | null;

  /** `http`, `mcp` or `operator`; `null`: not kept then. */
  @ApiProperty({ type: String, nullable: true, description: 'Where it came from.' })
  channel!: string | null;

  /** At most 100 characters each; `null`: it did not say. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description: 'The program that wrote it, by name and version, as it names itself.',
  })
  client!: ClientInfo | null;

  /** RFC 3339, UTC. */
  @ApiDateTime('When it was accepted.')
  createdAt!: string;

  /** `null`: it never was. */
  @ApiDateTime('When it became public; null: never.', { nullable: true })
  publishedAt!: string | null;

  /** As the client stated it. */
  @ApiProperty({ type: String, nullable: true, description: 'Who answers for its release.' })
  approvedBy!: string | null;

  /** `desk`, `host` or `key`. */
  @ApiProperty({ enum: APPROVED_VIA, nullable: true, description: 'How they confirmed it.' })
  approvedVia!: ApprovedVia | null;

  /** `null`: it never was. */
  @ApiProperty({ type: () => ReturnedDto, nullable: true, description: 'Why it was sent back.' })
  returned!: ReturnedDto | null;
}

/** Where a revision can be seen as it will look (contract 4, `view: preview`). */
@ApiSchema({ name: 'PublicationPreview', description: 'Where a revision can be seen.' })
export class PublicationPreviewDto {
  /** Whoever has it sees the page; it is in no list, feed or search. */
  @ApiProperty({ format: 'uri', description: 'Opens for whoever has it, without a key.' })
  url!: string;

  /** The revision that is shown, and no other. */
  @ApiInteger(1, 'The revision that is shown.')
  revision!: number;

  /** RFC 3339, UTC; at most 168 hours from now. */
  @ApiDateTime('When the address ends by itself.')
  expiresAt!: string;
}

/** A publication, or the part of it that was asked for (contract 4, "Reading a part"). */
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

  /** With `find`. */
  @ApiProperty({
    type: () => FoundPlacesDto,
    required: false,
    description: 'With find: where the text stands in the content.',
  })
  find?: FoundPlacesDto;

  /** Where a revision was named. */
  @ApiInteger(1, 'The revision whose fields are shown; absent: the working one.', {
    required: false,
  })
  revision?: number;

  /** With `view: outline`; at most 1,000. */
  @ApiProperty({
    type: () => OutlineEntryDto,
    isArray: true,
    required: false,
    description: 'With view outline: the sections of the content.',
  })
  outline?: OutlineEntryDto[];

  /** With `view: changes`. */
  @ApiProperty({
    type: () => PublicationChangesDto,
    required: false,
    description: 'With view changes: what differs.',
  })
  changes?: PublicationChangesDto;

  /** With `view: history`; the newest 50. */
  @ApiProperty({
    type: () => RevisionHistoryDto,
    isArray: true,
    required: false,
    description: 'With view history: the newest 50 revisions.',
  })
  history?: RevisionHistoryDto[];

  /** With `view: preview`. */
  @ApiProperty({
    type: () => PublicationPreviewDto,
    required: false,
    description: 'With view preview: where the revision can be seen.',
  })
  preview?: PublicationPreviewDto;
}
