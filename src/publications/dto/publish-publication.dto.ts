import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import { ExpectedVersionField } from './publication-fields.js';

/** Names the revision that shall be public (CONTRACT 3). */
@InputSchema('PublishPublication', 'The revision that shall be public.')
export class PublishPublicationDto {
  /** The `version` last read, an integer of at least 1. */
  @ExpectedVersionField()
  expectedVersion!: number;
}
