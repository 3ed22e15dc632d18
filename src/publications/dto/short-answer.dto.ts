import { ApiProperty, ApiSchema, PickType } from '@nestjs/swagger';
import {
  PublishErrorDto,
  ReturnedDto,
  WithdrawnDto,
  WrittenPublicationDto,
} from './publication.dto.js';

/** The answer to a write with a key without `read` (contract 4). */
@ApiSchema({
  name: 'ShortAnswer',
  description:
    'The answer to a write with a key without the scope read. It has no field of the document.',
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
  @ApiProperty({ type: [String], description: 'The fields that this write changed.' })
  changedFields!: readonly string[];

  @ApiProperty({
    type: () => ReturnedDto,
    required: false,
    description: 'Why a person sent the working revision back; absent: nobody did.',
  })
  returned?: ReturnedDto;

  @ApiProperty({
    type: () => WithdrawnDto,
    required: false,
    description: 'When the operator withdrew it; absent: it is not withdrawn.',
  })
  withdrawn?: WithdrawnDto;

  @ApiProperty({
    type: () => PublishErrorDto,
    required: false,
    description: 'Why the last release or indexing failed; absent: it did not.',
  })
  publishError?: PublishErrorDto;
}
