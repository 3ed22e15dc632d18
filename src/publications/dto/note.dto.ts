import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NOTED_FIELDS, type NotedField } from '../../documents/note.js';
import { ApiDateTime, ApiInteger, openCodes } from '../../platform/openapi/property.decorators.js';

/** What an approver noted at a passage (contract 13). */
@ApiSchema({ name: 'Note', description: 'What an approver noted at a passage of a document.' })
export class NoteDto {
  @ApiProperty({ format: 'uuid', description: 'Id of the note, for answeredNotes of an update.' })
  id!: string;

  @ApiInteger(1, 'The version on which the note was written.')
  version!: number;

  @ApiProperty({
    ...openCodes(NOTED_FIELDS),
    description: 'The field that it is about. New fields may be added.',
  })
  field!: NotedField;

  /** The section of `version`: the working revision can lack it. */
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the section that the note is about; null: the whole field.',
  })
  section!: string | null;

  /** At most 300 characters. */
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The words that it is about; null: all of it.',
  })
  quote!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the quote stands there in the version that is read; null: no quote.',
  })
  quoteStands!: boolean | null;

  /** 1–1,000 characters, line breaks allowed. */
  @ApiProperty({ description: 'What the approver says.' })
  text!: string;

  @ApiProperty({ description: 'Name of the approver.' })
  by!: string;

  @ApiDateTime('When it was noted.')
  at!: string;

  @ApiInteger(1, 'The newest version that answers it; null: it is open.', { nullable: true })
  answeredIn!: number | null;
}
