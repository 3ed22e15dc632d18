import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Approval, Returned, Withdrawn } from '../../documents/publication-state.js';
import { ApiDateTime, ApiInteger } from '../../platform/openapi/property.decorators.js';

/** The decision that sent a revision back (contract 2). */
@ApiSchema({
  name: 'Returned',
  description: 'The decision of an approver who sent a revision back to its writer for changes.',
})
export class ReturnedDto implements Returned {
  @ApiInteger(1, 'Number of the version that the approver sent back for changes.')
  version!: number;

  /** 1–2,000 characters, line breaks allowed. */
  @ApiProperty({ description: 'What the writer has to change.' })
  note!: string;

  @ApiProperty({ description: 'Name of the approver who sent the version back for changes.' })
  by!: string;

  @ApiDateTime('When the approver sent the version back.')
  at!: string;
}

/** An approval of the working revision, while others are still missing (contract 7). */
@ApiSchema({
  name: 'Approval',
  description: 'One of several approvals that a revision needs before it is released.',
})
export class ApprovalDto implements Approval {
  @ApiProperty({ description: 'Id of the approver.' })
  id!: string;

  @ApiProperty({ description: 'Name of the approver.' })
  name!: string;

  @ApiDateTime('When this person approved the revision.')
  at!: string;
}

/** The withdrawal of a document, or of a released version. The operator's reason stays in the audit. */
@ApiSchema({ name: 'Withdrawn', description: 'The withdrawal of a document by an operator.' })
export class WithdrawnDto implements Withdrawn {
  @ApiDateTime('When the document was withdrawn.')
  at!: string;

  /** Plain text on one line, at most 500 characters (contract 9). */
  @ApiPropertyOptional({
    description:
      'What the operator tells readers at the address of the withdrawn document; absent if the operator gave no notice.',
  })
  notice?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'Id of the publication to which the address of the document redirects; absent if it does not redirect.',
  })
  supersededBy?: string;
}
