import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { openCodes } from '../platform/openapi/property.decorators.js';
import { SEVERITIES, type Severity, WARNING_CODES, type WarningCode } from './warning-codes.js';

/** What a program may have left in the working revision, as clients and people see it (contract 16). */
@ApiSchema({
  name: 'Warning',
  description:
    'A likely mistake that a program left in the working revision, and what to do about it.',
})
export class WarningDto {
  @ApiProperty({
    ...openCodes(WARNING_CODES),
    description: 'Code of what was found. New codes may be added.',
  })
  code!: WarningCode;

  @ApiProperty({
    enum: SEVERITIES,
    description:
      'error: the text is certainly not for readers. notice: the text is probably a mistake.',
  })
  severity!: Severity;

  @ApiProperty({ description: 'What was found, in one sentence.' })
  message!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the innermost section that contains the text; null if the text is before the first section, or in a field other than content.',
  })
  section!: string | null;

  /** At most 100 characters. Invisible characters are named, as `[U+200B]`. */
  @ApiProperty({
    description: 'The text that the warning is about; empty if it is about the whole document.',
  })
  excerpt!: string;

  @ApiProperty({ description: 'The edit to make.' })
  nextStep!: string;
}

/** The member `warnings` of an answer. */
export const WARNINGS_MEMBER = {
  type: () => WarningDto,
  isArray: true,
  nullable: true,
  description:
    'Likely mistakes that programs left in the working revision, at most 20; null if the revision is not checked yet.',
  examples: [[]],
} as const;
