import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Intent, INTENTS } from '../../documents/publication-state.js';
import type { ClientInfo } from '../../keys/actor.js';
import { ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';
import { APPROVED_VIA, type ApprovedVia } from '../../documents/release-facts.js';
import { AuthorDto } from './fields.js';
import { ReturnedDto, WithdrawnDto } from './decisions.dto.js';

/** The erasure of a revision (contract 15). */
@ApiSchema({ name: 'Erased', description: 'When and why a revision was erased.' })
export class ErasedDto {
  @ApiDateTime('When the revision was erased.')
  at!: string;

  /** 1–500 characters, written by the operator. */
  @ApiProperty({ description: 'The reason for the erasure, in the words of the operator.' })
  reason!: string;
}

export const ERASED = {
  type: () => ErasedDto,
  required: false,
  description:
    'When and why the text of the revision was erased; the fields of the revision are then absent.',
};
/** Makes the schema of a field that is absent if its revision was erased. */
export const unlessErased = (description: string) => ({ required: false, description });

/** A revision in the history of a publication (contract 4, `view: history`). */
@ApiSchema({
  name: 'RevisionHistory',
  description: 'A revision: who wrote it, why, and who released it.',
})
export class RevisionHistoryDto {
  @ApiInteger(1, 'Number of the revision.')
  version!: number;

  /** This and the next four members are absent if the revision was erased. */
  @ApiProperty({ type: String, ...unlessErased('Title of the revision.') })
  title?: string;

  @ApiProperty({
    type: String,
    ...unlessErased('What the revision changed and why; may be empty.'),
  })
  changeNote?: string;

  @ApiProperty({ enum: INTENTS, ...unlessErased('Whether the revision was offered for review.') })
  intent?: Intent;

  @ApiProperty({ type: () => AuthorDto, ...unlessErased('Author of the revision.') })
  author?: AuthorDto;

  /** In code points. */
  @ApiInteger(1, 'Length of the content in characters.', { required: false })
  contentLength?: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the publisher key that wrote the revision, or of the approver who corrected it at the desk; null if an operator wrote it.',
  })
  keyId!: string | null;

  /** `http`, `mcp`, `desk` or `operator`. */
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The interface through which the revision was written.',
  })
  channel!: string | null;

  /**
   * Name and version, at most 100 characters each. `null` if the program sent no name, or if an operator wrote the
   * revision.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description:
      'Name and version of the program that wrote the revision, as the program states them.',
  })
  client!: ClientInfo | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Name of the approver who corrected the document at the desk; null if a program or an operator wrote the revision.',
  })
  correctedBy!: string | null;

  @ApiDateTime('When the service accepted the revision.')
  createdAt!: string;

  @ApiDateTime('When the revision became public; null if it never did.', { nullable: true })
  publishedAt!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The person who is responsible for the release of the revision; null if nobody was named.',
  })
  approvedBy!: string | null;

  @ApiProperty({
    enum: APPROVED_VIA,
    nullable: true,
    description: 'How the person in approvedBy confirmed the release.',
  })
  approvedVia!: ApprovedVia | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Program in which the person in approvedBy confirmed the release, according to that program.',
  })
  approvedIn!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the approver who released the revision at the desk; null if it was released in another way, or not at all.',
  })
  approverId!: string | null;

  @ApiProperty({
    type: () => ReturnedDto,
    nullable: true,
    description: 'Why an approver sent the revision back for changes; null if no approver did.',
  })
  returned!: ReturnedDto | null;

  /** Absent if the revision was erased. */
  @ApiProperty({
    type: () => WithdrawnDto,
    nullable: true,
    ...unlessErased('When the revision was withdrawn after its last release; null if it was not.'),
  })
  withdrawn?: WithdrawnDto | null;

  /** Absent if the revision was erased. */
  @ApiProperty({ type: [String], ...unlessErased('Ids of the notes that the revision answers.') })
  answeredNotes?: readonly string[];

  @ApiProperty(ERASED)
  erased?: ErasedDto;
}
