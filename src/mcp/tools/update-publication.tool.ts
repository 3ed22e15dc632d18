import { UpdatePublicationDto } from '../../publications/inputs.js';
import { updated } from '../results.js';
import { SAVED } from '../output-schemas.js';
import { tool } from '../tool.js';

export const updatePublication = tool({
  name: 'update_publication',
  title: 'Update publication',
  description:
    'Saves a new revision: the fields that you send change, the others stay. The public page stays as it is until publish_publication. If the document is not at expectedVersion, nothing is written and version_conflict says what to do.',
  scope: 'write',
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  own: ['id', 'idempotencyKey'],
  input: UpdatePublicationDto,
  output: SAVED,
  async run({ publications }, { actor, own, input }) {
    return updated(await publications.update(actor, own.id, input, own.idempotencyKey));
  },
});
