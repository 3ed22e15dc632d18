import { UpdatePublicationDto } from '../../publications/inputs.js';
import { updated } from '../results.js';
import { WRITTEN } from '../output-schemas.js';
import { tool } from '../tool.js';

export const updatePublication = tool({
  name: 'update_publication',
  title: 'Update publication',
  description:
    'Saves the next revision of a document: the fields that you send replace the old ones, and all others stay as they are. Readers see no change until publish_publication releases the new version. expectedVersion is the version that you read last. If somebody has written since, nothing is saved and version_conflict names the current version and the fields that differ: read again, reconsider your change, and send it with the current version.',
  scope: 'write',
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  own: ['id', 'idempotencyKey'],
  input: UpdatePublicationDto,
  output: WRITTEN,
  async run({ publications }, { actor, own, input }) {
    return updated(await publications.update(actor, own.id, input, own.idempotencyKey));
  },
});
