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
  @ApiDateTime('When it was erased.')
  at!: string;

  /** 1–500 characters, written by the operator. */
  @ApiProperty({ description: 'Why, in the words of the operator.' })
  reason!: string;
}

export const ERASED = {
  type: () => ErasedDto,
  required: false,
  description: 'The text of the revision was erased: its fields are absent.',
};
/** Makes the schema of a field that is absent if its revision was erased. */
export const unlessErased = (description: string) => ({ required: false, description });

/** A revision in the history of a publication (contract 4, `view: history`). */
@ApiSchema({ name: 'RevisionHistory', description: 'A revision, who made it and why.' })
export class RevisionHistoryDto {
  @ApiInteger(1, 'Number of the revision.')
  version!: number;

  /** This and the next four members are absent if the revision was erased. */
  @ApiProperty({ type: String, ...unlessErased('Its title.') })
  title?: string;

  @ApiProperty({ type: String, ...unlessErased('What it changed and why; may be empty.') })
  changeNote?: string;

  @ApiProperty({ enum: INTENTS, ...unlessErased('Whether it was offered for review.') })
  intent?: Intent;

  @ApiProperty({ type: () => AuthorDto, ...unlessErased('Who wrote it.') })
  author?: AuthorDto;

  /** In code points. */
  @ApiInteger(1, 'Length of its content in characters.', { required: false })
  contentLength?: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the key that wrote it, at the desk of the approver; null: no key wrote it.',
  })
  keyId!: string | null;

  /** `http`, `mcp`, `desk` or `operator`. */
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The interface through which it came.',
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
    description: 'Name and version of the program that wrote it, as the program states them.',
  })
  client!: ClientInfo | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The approver who corrected it at the desk; null: a program or an operator wrote it.',
  })
  correctedBy!: string | null;

  @ApiDateTime('When it was accepted.')
  createdAt!: string;

  @ApiDateTime('When it became public; null: never.', { nullable: true })
  publishedAt!: string | null;

  /** The name that was stated when this revision was published. */
  @ApiProperty({ type: String, nullable: true, description: 'Who is responsible for its release.' })
  approvedBy!: string | null;

  @ApiProperty({
    enum: APPROVED_VIA,
    nullable: true,
    description: 'How this person confirmed the release.',
  })
  approvedVia!: ApprovedVia | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The program in which this person confirmed it, as that program says.',
  })
  approvedIn!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id of the approver who released it at the desk; null: another way.',
  })
  approverId!: string | null;

  @ApiProperty({ type: () => ReturnedDto, nullable: true, description: 'Why it was sent back.' })
  returned!: ReturnedDto | null;

  /** Absent if the revision was erased. */
  @ApiProperty({
    type: () => WithdrawnDto,
    nullable: true,
    ...unlessErased('When it was taken offline after its last release; null: it was not.'),
  })
  withdrawn?: WithdrawnDto | null;

  /** Absent if the revision was erased. */
  @ApiProperty({ type: [String], ...unlessErased('Ids of the notes that it answers.') })
  answeredNotes?: readonly string[];

  @ApiProperty(ERASED)
  erased?: ErasedDto;
}
