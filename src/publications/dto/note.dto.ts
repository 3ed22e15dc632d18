import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NOTED_FIELDS, type NotedField } from '../../documents/note.js';
import { ApiDateTime, ApiInteger, openCodes } from '../../platform/openapi/property.decorators.js';

/** A note of an approver on a passage (contract 13). */
@ApiSchema({ name: 'Note', description: 'A note of an approver on a passage of a document.' })
export class NoteDto {
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the note. Send it in answeredNotes of the update that answers the note.',
  })
  id!: string;

  @ApiInteger(1, 'The version on which the note was written.')
  version!: number;

  @ApiProperty({
    ...openCodes(NOTED_FIELDS),
    description:
      'Field of the document that the note is about. Later versions of the service may add other values.',
  })
  field!: NotedField;

  /** The section of `version`: the working revision can lack it. */
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the section that the note is about; null if it is about the whole field.',
  })
  section!: string | null;

  /** At most 300 characters. */
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The words that the note is about, quoted; null if it is about the whole section or field.',
  })
  quote!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'Whether the quote still occurs in its section or field, in the version that this answer shows; null if the note has no quote.',
  })
  quoteStands!: boolean | null;

  /** 1–1,000 characters, line breaks allowed. */
  @ApiProperty({ description: 'Text of the note.' })
  text!: string;

  @ApiProperty({ description: 'Name of the approver.' })
  by!: string;

  @ApiDateTime('When the note was written.')
  at!: string;

  @ApiInteger(1, 'The newest version that answers the note; null if the note is open.', {
    nullable: true,
  })
  answeredIn!: number | null;
}
