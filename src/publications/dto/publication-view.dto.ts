import { ReturnedDto, WithdrawnDto } from './decisions.dto.js';
import type { Type } from '@nestjs/common';
import {
  ApiProperty,
  ApiSchema,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { MEMBER_NAMES } from '../../documents/document.js';
import { ANY_OBJECT, ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';
import { NoteDto } from './note.dto.js';
import {
  PublicationSummaryDto,
  PublishErrorDto,
  WrittenPublicationDto,
} from './publication.dto.js';
import { type WarningDto, WARNINGS_MEMBER } from '../../warnings/warning.dto.js';
import { ERASED, ErasedDto, RevisionHistoryDto } from './revision-history.dto.js';

@ApiSchema({ name: 'OutlineEntry', description: 'A section of the content.' })
export class OutlineEntryDto {
  @ApiProperty({
    description: 'Id of the section. It is also the anchor of the section on the page.',
  })
  id!: string;

  @ApiInteger(1, 'Level of the heading of the section.', { maximum: 6 })
  level!: number;

  @ApiProperty({ description: 'Heading of the section, as plain text.' })
  title!: string;

  @ApiInteger(0, 'Number of characters of the content before the section.')
  offset!: number;

  @ApiInteger(0, 'Length of the section in characters, including its subsections.')
  length!: number;
}

@ApiSchema({ name: 'ContentRange', description: 'The part of the content in this answer.' })
export class ContentRangeDto {
  @ApiInteger(
    0,
    'Number of characters before this part, counted from the start of the content or section.',
  )
  offset!: number;

  /** 0 if the offset is past the end. */
  @ApiInteger(0, 'Length of this part in characters.')
  length!: number;

  @ApiInteger(0, 'Length of the whole content or section in characters.')
  total!: number;
}

@ApiSchema({ name: 'FoundPlace', description: 'Where a text occurs in the content.' })
export class FoundPlaceDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the innermost section that contains the text; null if the text is before the first section.',
  })
  section!: string | null;

  @ApiInteger(0, 'Number of characters of the content before the text.')
  offset!: number;

  /** At most 100 characters. */
  @ApiProperty({ description: 'The words before the text that was found.' })
  before!: string;

  /** Equals the text of `find`; only the line ends can differ. */
  @ApiProperty({ description: 'The text that was found.' })
  match!: string;

  /** At most 100 characters. */
  @ApiProperty({ description: 'The words after the text that was found.' })
  after!: string;
}

@ApiSchema({
  name: 'FoundPlaces',
  description: 'How often a text occurs in the content, and where.',
})
export class FoundPlacesDto {
  /** Counted from left to right, without overlap. */
  @ApiInteger(0, 'How often the text occurs.')
  count!: number;

  @ApiProperty({ type: () => FoundPlaceDto, isArray: true, description: 'The first 20 places.' })
  places!: FoundPlaceDto[];
}

/** The differences between two revisions (contract 4, `view: changes`). */
@ApiSchema({ name: 'PublicationChanges', description: 'What differs between two revisions.' })
export class PublicationChangesDto {
  /** `null`: there is no revision to compare with, so every field counts as changed. */
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of the older version, before the changes; null if there is none.',
  })
  from!: number | null;

  @ApiInteger(1, 'Number of the newer version, with the changes.')
  to!: number;

  @ApiProperty({ type: [String], description: 'Names of the fields that differ.' })
  changedFields!: string[];

  @ApiProperty({ ...ANY_OBJECT, description: 'Old values of the changed fields, except content.' })
  before!: object;

  @ApiProperty({ ...ANY_OBJECT, description: 'New values of the changed fields, except content.' })
  after!: object;

  /** At most 40,000 bytes. */
  @ApiProperty({ description: 'Unified diff of the content, with three lines of context.' })
  contentDiff!: string;

  /** Like `removedLines`, counts the whole diff, even if `contentDiff` is truncated. */
  @ApiInteger(0, 'Number of lines added to the content.')
  addedLines!: number;

  @ApiInteger(0, 'Number of lines removed from the content.')
  removedLines!: number;

  @ApiProperty({ description: 'Whether `contentDiff` is cut.' })
  truncated!: boolean;
}

/** The address of a preview (contract 4, `view: preview`). */
@ApiSchema({
  name: 'PublicationPreview',
  description: 'The address at which people can see a revision.',
})
export class PublicationPreviewDto {
  /** Anyone who has the address can see the page. No list, feed or search shows the address. */
  @ApiProperty({
    format: 'uri',
    description: 'Address of the preview. Everybody who has it can open it without a key.',
  })
  url!: string;

  @ApiInteger(1, 'Number of the revision that the preview shows.')
  revision!: number;

  /** RFC 3339, UTC; at most 168 hours after the request. */
  @ApiDateTime('When the preview expires.')
  expiresAt!: string;
}

/** Members of an answer that describe a revision, not the publication. */
export const OF_REVISION = [...MEMBER_NAMES, 'intent', 'changeNote', 'contentLength'] as const;
/** A publication without content; the fields of its revision are absent if the revision was erased. */
const ShownSummary = IntersectionType(
  OmitType(PublicationSummaryDto, OF_REVISION),
  PartialType(PickType(PublicationSummaryDto, OF_REVISION)),
) as Type<PublicationSummaryDto>;

/** A publication, or the requested part of it (contract 4, "Reading a part"). */
@ApiSchema({
  name: 'PublicationView',
  description: 'A publication, or the requested part of it.',
})
export class PublicationViewDto extends ShownSummary {
  @ApiProperty(ERASED)
  erased?: ErasedDto;

  /** Markdown; only a part of the content if `contentRange` is present. */
  @ApiProperty({ type: String, required: false, description: 'Markdown; only with view full.' })
  content?: string;

  @ApiProperty({
    type: () => ContentRangeDto,
    required: false,
    description:
      'Which part of the content this answer contains; absent if the answer contains the whole content.',
  })
  contentRange?: ContentRangeDto;

  @ApiProperty({
    type: () => FoundPlacesDto,
    required: false,
    description: 'With find: where the text occurs in the content.',
  })
  find?: FoundPlacesDto;

  @ApiInteger(1, 'Number of the revision that was read; absent if it is the working revision.', {
    required: false,
  })
  revision?: number;

  /** Only with `view: outline`, or over MCP if the content was cut at 40,000 bytes. */
  @ApiProperty({
    type: () => OutlineEntryDto,
    isArray: true,
    required: false,
    description: 'With view outline: the sections of the content.',
  })
  outline?: OutlineEntryDto[];

  @ApiProperty({
    type: () => PublicationChangesDto,
    required: false,
    description: 'With view changes: the differences between the versions `from` and `to`.',
  })
  changes?: PublicationChangesDto;

  /** Only with `view: history`; at most 50 revisions, newest first, beginning with `revision`. */
  @ApiProperty({
    type: () => RevisionHistoryDto,
    isArray: true,
    required: false,
    description: 'With view history: the newest 50 revisions.',
  })
  history?: RevisionHistoryDto[];

  @ApiProperty({
    type: () => PublicationPreviewDto,
    required: false,
    description: 'With view preview: the address at which people can see the revision.',
  })
  preview?: PublicationPreviewDto;

  @ApiInteger(0, 'Number of open notes of approvers; absent with view full.', { required: false })
  openNotes?: number;

  /** Only with `view: notes`: at most 100 notes that are not closed, the open ones first. */
  @ApiProperty({
    type: () => NoteDto,
    isArray: true,
    required: false,
    description: 'With view notes: the notes of approvers, except closed notes.',
  })
  notes?: NoteDto[];

  /** Absent if another revision is shown (contract 16). */
  @ApiProperty({ ...WARNINGS_MEMBER, required: false })
  warnings?: readonly WarningDto[] | null;
}

/** The answer to a write with a key without `read` (contract 4). */
@ApiSchema({
  name: 'ShortAnswer',
  description:
    'The answer to a write if the key lacks the scope read. It contains no field of the document.',
})
export class ShortAnswerDto extends PickType(WrittenPublicationDto, [
  'id',
  'version',
  'publishedVersion',
  'state',
  'indexStatus',
  'url',
  'contentLength',
  'missingPictures',
] as const) {
  @ApiProperty({ type: [String], description: 'Names of the fields that this write changed.' })
  changedFields!: readonly string[];

  @ApiProperty({
    type: () => ReturnedDto,
    required: false,
    description:
      'Why an approver sent the working revision back for changes; absent if no approver did.',
  })
  returned?: ReturnedDto;

  @ApiProperty({
    type: () => WithdrawnDto,
    required: false,
    description: 'When an operator withdrew the document; absent if it is not withdrawn.',
  })
  withdrawn?: WithdrawnDto;

  @ApiProperty({
    type: () => PublishErrorDto,
    required: false,
    description: 'Why the last release or indexing failed; absent if it did not fail.',
  })
  publishError?: PublishErrorDto;
}
