import { UpdatePublicationDto } from '../../publications/inputs.js';
import { updated } from '../results.js';
import { WRITTEN } from '../output-schemas.js';
import { tool } from '../tool.js';

export const updatePublication = tool({
  name: 'update_publication',
  title: 'Update publication',
  description:
    'Saves the next revision of a document: the fields that you send replace the old ones, all others stay. To change a part of a long content send edits, such as [{"find": "teh", "replace": "the"}], not content. Readers see no change until publish_publication. If somebody has written since expectedVersion, nothing is saved and version_conflict says what changed: read again and reconsider.',
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
