import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Approval, Returned, Withdrawn } from '../../documents/publication-state.js';
import { ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';

/** The decision that sent a revision back (contract 2). */
@ApiSchema({ name: 'Returned', description: 'The decision that sent a revision back.' })
export class ReturnedDto implements Returned {
  @ApiInteger(1, 'The version that was sent back.')
  version!: number;

  /** 1–2,000 characters, line breaks allowed. */
  @ApiProperty({ description: 'What has to be changed.' })
  note!: string;

  /** Name of the person, from the session at the desk. */
  @ApiProperty({ description: 'Who sent it back.' })
  by!: string;

  @ApiDateTime('When it was sent back.')
  at!: string;
}

/** An approval of the working revision, while others are still missing (contract 7). */
@ApiSchema({
  name: 'Approval',
  description: 'An approval of a revision that needs more approvals.',
})
export class ApprovalDto implements Approval {
  @ApiProperty({ description: 'The id of the approver.' })
  id!: string;

  @ApiProperty({ description: 'The name of the approver.' })
  name!: string;

  @ApiDateTime('When it was approved.')
  at!: string;
}

/** The withdrawal of a document, or of a released version. The operator's reason stays in the audit. */
@ApiSchema({ name: 'Withdrawn', description: 'The withdrawal of a document by the operator.' })
export class WithdrawnDto implements Withdrawn {
  @ApiDateTime('When it was withdrawn.')
  at!: string;

  /** Plain text on one line, at most 500 characters (contract 9). */
  @ApiPropertyOptional({ description: 'What readers are told at its address; absent: nothing.' })
  notice?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The publication to which its address leads; absent: nowhere.',
  })
  supersededBy?: string;
}
