import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import { ApprovedBy, ExpectedVersion } from './fields.js';

/** The revision to release, and its approver (contract 3). */
@InputSchema('PublishPublication', 'The revision to publish.')
export class PublishPublicationDto {
  @ExpectedVersion()
  expectedVersion!: number;

  @ApprovedBy({ optional: true })
  approvedBy?: string;
}
