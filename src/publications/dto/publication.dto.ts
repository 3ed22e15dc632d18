import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import {
  APPROVED_VIA,
  type ApprovedVia,
  type PublishError,
  PUBLISH_ERROR_CODES,
} from '../../documents/release-facts.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  type Intent,
  INTENTS,
  PUBLICATION_STATES,
  type PublicationState,
} from '../../documents/publication-state.js';
import type { MissingPicture } from '../../pictures/upload-addresses.service.js';
import { ApprovalDto, ReturnedDto, WithdrawnDto } from './decisions.dto.js';
import { ApiDateTime, ApiInteger, openCodes } from '../../platform/openapi/property.decorators.js';
import { AuthorDto, EXAMPLE } from './fields.js';
import { type WarningDto, WARNINGS_MEMBER } from '../../warnings/warning.dto.js';

/** The reason why a release or an indexing failed permanently (contract 2). */
@ApiSchema({
  name: 'PublishError',
  description: 'Why a release or an indexing failed permanently.',
})
export class PublishErrorDto implements PublishError {
  @ApiProperty({
    ...openCodes(PUBLISH_ERROR_CODES),
    description: 'Code of the failure. New codes may be added.',
  })
  code!: PublishError['code'];

  @ApiProperty({ description: 'What happened, in one sentence.' })
  message!: string;

  @ApiInteger(1, 'Number of the revision whose release or indexing failed.')
  version!: number;

  @ApiDateTime('When the release or indexing failed.')
  failedAt!: string;
}

/** A publication as clients see it (contract 2). */
@ApiSchema({
  name: 'Publication',
  description: 'A document with its working revision, and its state.',
})
export class PublicationDto {
  /** UUIDv7. */
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the publication.',
    examples: ['019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10'],
  })
  id!: string;

  @ApiProperty({ description: 'Locale, in canonical case.', examples: [EXAMPLE.locale] })
  locale!: string;

  @ApiProperty({
    description: 'Last part of the public address of the document.',
    examples: [EXAMPLE.slug],
  })
  slug!: string;

  @ApiProperty({ description: 'Title of the revision.', examples: [EXAMPLE.title] })
  title!: string;

  @ApiProperty({ description: 'Markdown of the revision.', examples: [EXAMPLE.content] })
  content!: string;

  @ApiProperty({
    description: 'Summary of the revision; may be empty.',
    examples: [EXAMPLE.description],
  })
  description!: string;

  @ApiProperty({
    type: [String],
    description: 'Tags of the revision, without duplicates.',
    examples: [EXAMPLE.tags],
  })
  tags!: readonly string[];

  @ApiProperty({
    type: [String],
    description: 'Source URLs of the revision, without duplicates.',
    examples: [EXAMPLE.sources],
  })
  sources!: readonly string[];

  @ApiProperty({ type: () => AuthorDto, description: 'Author of the revision.' })
  author!: AuthorDto;

  @ApiProperty({
    enum: INTENTS,
    description: 'Whether the revision is offered for review.',
  })
  intent!: Intent;

  @ApiProperty({
    description: 'What the revision changes and why; may be empty.',
    examples: [''],
  })
  changeNote!: string;

  /** 1 after the create. Each accepted update adds 1; nothing else changes this number. */
  @ApiInteger(1, 'Number of the working revision.', { examples: [1] })
  version!: number;

  @ApiInteger(1, 'Number of the public revision; null if nothing is public.', {
    nullable: true,
    examples: [null],
  })
  publishedVersion!: number | null;

  @ApiProperty({
    enum: PUBLICATION_STATES,
    description:
      'State of the working revision. In the state publishing, a release is in progress.',
    examples: ['draft'],
  })
  state!: PublicationState;

  @ApiProperty({
    enum: INDEX_STATUSES,
    description: 'Whether the site search finds the public revision.',
    examples: ['not_published'],
  })
  indexStatus!: IndexStatus;

  /** In code points. */
  @ApiInteger(1, 'Length of the content in characters, even if the content is left out.', {
    examples: [55],
  })
  contentLength!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Who is responsible for the public revision, as stated when it was published; null if nobody was named.',
    examples: [null],
  })
  approvedBy!: string | null;

  @ApiProperty({
    enum: APPROVED_VIA,
    nullable: true,
    description:
      'How the person in approvedBy confirmed the release. desk: signed in at the desk. host: in an assistant; the assistant says so. key: the client says so, without proof.',
    examples: [null],
  })
  approvedVia!: ApprovedVia | null;

  /** `null` while the revision is in flight or public. A newer revision also makes this member `null`. */
  @ApiProperty({
    type: () => ReturnedDto,
    nullable: true,
    description:
      'Why an approver sent the working revision back for changes; null if no approver did.',
    examples: [null],
  })
  returned!: ReturnedDto | null;

  /** A newer revision, a release, and a decision that sends the revision back clear the approvals. */
  @ApiProperty({
    type: () => [ApprovalDto],
    description: 'Who has approved the working revision so far, while more approvals are needed.',
    examples: [[]],
  })
  approvals!: readonly ApprovalDto[];

  @ApiProperty({
    type: () => WithdrawnDto,
    nullable: true,
    description: 'When an operator withdrew the document; null if it is not withdrawn.',
    examples: [null],
  })
  withdrawn!: WithdrawnDto | null;

  @ApiProperty({
    format: 'uri',
    description:
      'Public address of the document. It never changes, and answers 404 until a revision is public.',
    examples: ['https://press.example/en/hello-world'],
  })
  url!: string;

  @ApiProperty({
    type: () => PublishErrorDto,
    nullable: true,
    description:
      'Why the last release or indexing failed; null if it did not fail, or if a publish has been accepted since.',
    examples: [null],
  })
  publishError!: PublishErrorDto | null;

  /** RFC 3339, UTC, with milliseconds. */
  @ApiDateTime('When the publication was created.', { examples: ['2026-11-21T09:30:00.000Z'] })
  createdAt!: string;

  @ApiDateTime('When the last write to the publication was accepted.', {
    examples: ['2026-11-21T09:30:00.000Z'],
  })
  updatedAt!: string;

  @ApiDateTime('When the public revision became public; null if nothing is public.', {
    nullable: true,
    examples: [null],
  })
  publishedAt!: string | null;
}

@ApiSchema({
  name: 'MissingPicture',
  description: 'A picture that the content names and that is not uploaded yet.',
})
export class MissingPictureDto implements MissingPicture {
  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    description:
      'SHA-256 of the picture file, in lower-case hexadecimal. The content refers to the picture by this value.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
  sha256!: string;

  @ApiProperty({
    format: 'uri',
    description:
      'Address for the upload: accepts one PUT of the file, without a key, until `expiresAt`.',
    examples: ['https://press.example/api/v1/uploads/AZqltGo8'],
  })
  uploadUrl!: string;

  /** One hour after the write. */
  @ApiDateTime('When `uploadUrl` expires.', { examples: ['2026-11-21T10:30:00.000Z'] })
  expiresAt!: string;
}

@ApiSchema({ name: 'WrittenPublication', description: 'A publication after a write.' })
export class WrittenPublicationDto extends PublicationDto {
  @ApiProperty({
    required: false,
    type: [MissingPictureDto],
    description:
      'After a create or update: pictures that the content names and the account does not have; absent if there are none.',
    examples: [[]],
  })
  missingPictures?: readonly MissingPictureDto[];

  /** After a create or update; `null` unless the request waited for them, and in a replay (contract 16). */
  @ApiProperty(WARNINGS_MEMBER)
  warnings?: readonly WarningDto[] | null;
}

@ApiSchema({ name: 'PublicationSummary', description: 'A publication without its content.' })
export class PublicationSummaryDto extends OmitType(PublicationDto, ['content'] as const) {}

@ApiSchema({
  name: 'PublicationItem',
  description: 'A publication without content, sources and approvals.',
})
export class PublicationItemDto extends OmitType(PublicationSummaryDto, [
  'sources',
  'approvals',
] as const) {
  @ApiProperty({
    required: false,
    maxLength: 300,
    description:
      'With q: the part of the working revision that matches best, with ** around the words found.',
    examples: ['We publish what the **quince** harvest brings.'],
  })
  snippet?: string;
}
