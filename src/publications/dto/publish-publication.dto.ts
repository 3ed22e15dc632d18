import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import { ApprovedBy, ExpectedVersion } from './fields.js';

/** Names the revision to release (contract 3). */
@InputSchema('PublishPublication', 'The revision to publish.')
export class PublishPublicationDto {
  @ExpectedVersion()
  expectedVersion!: number;

  @ApprovedBy({ optional: true })
  approvedBy?: string;
}
