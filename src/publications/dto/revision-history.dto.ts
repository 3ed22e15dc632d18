import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Intent, INTENTS } from '../document/publication-state.js';
import type { ClientInfo } from '../../keys/actor.js';
import { ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';
import { APPROVED_VIA, type ApprovedVia } from '../../releases/release-facts.js';
import { AuthorDto } from './fields.js';
import { ReturnedDto, WithdrawnDto } from './publication.dto.js';

/** The erasure of a revision (contract 15). */
@ApiSchema({ name: 'Erased', description: 'When and why a revision was erased.' })
export class ErasedDto {
  @ApiDateTime('When.')
  at!: string;

  /** 1–500 characters, written by the operator. */
  @ApiProperty({ description: 'Why, as the operator says.' })
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

  @ApiProperty({ enum: INTENTS, ...unlessErased('What was said of it.') })
  intent?: Intent;

  @ApiProperty({ type: () => AuthorDto, ...unlessErased('Who wrote it.') })
  author?: AuthorDto;

  /** In code points. */
  @ApiInteger(1, 'Characters of its content.', { required: false })
  contentLength?: number;

  /** `null` if an operator wrote the revision, or if the revision was made before keys were recorded. */
  @ApiProperty({ type: String, nullable: true, description: 'The key that wrote it; null: none.' })
  keyId!: string | null;

  /** `http`, `mcp` or `operator`; `null`: the revision was made before channels were recorded. */
  @ApiProperty({ type: String, nullable: true, description: 'Where it came from.' })
  channel!: string | null;

  /**
   * Name and version, at most 100 characters each. `null` if the program sent no name, if an operator wrote the
   * revision, or if the revision was made before names were recorded.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description: 'The program that wrote it, by name and version, as it names itself.',
  })
  client!: ClientInfo | null;

  @ApiDateTime('When it was accepted.')
  createdAt!: string;

  @ApiDateTime('When it became public; null: never.', { nullable: true })
  publishedAt!: string | null;

  /** The name that was stated when this revision was published. */
  @ApiProperty({ type: String, nullable: true, description: 'Who answers for its release.' })
  approvedBy!: string | null;

  @ApiProperty({ enum: APPROVED_VIA, nullable: true, description: 'How they confirmed it.' })
  approvedVia!: ApprovedVia | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The program in which they confirmed it, as its host says.',
  })
  approvedIn!: string | null;

  @ApiProperty({ type: () => ReturnedDto, nullable: true, description: 'Why it was sent back.' })
  returned!: ReturnedDto | null;

  /** Absent if the revision was erased. */
  @ApiProperty({
    type: () => WithdrawnDto,
    nullable: true,
    ...unlessErased('When it was withdrawn from its address after its last release; null: never.'),
  })
  withdrawn?: WithdrawnDto | null;

  @ApiProperty(ERASED)
  erased?: ErasedDto;
}
