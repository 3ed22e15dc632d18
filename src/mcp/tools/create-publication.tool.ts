import { CreatePublicationDto } from '../../publications/inputs.js';
import { written } from '../results.js';
import { SAVED } from '../output-schemas.js';
import { tool } from '../tool.js';

export const createPublication = tool({
  name: 'create_publication',
  title: 'Create publication',
  description:
    'Saves a new document as a private draft, version 1; nothing becomes public. Keep id and version. Called again with the same arguments and idempotencyKey, it makes no second one. To change one that exists use update_publication.',
  scope: 'write',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  own: ['idempotencyKey'],
  input: CreatePublicationDto,
  output: SAVED,
  async run({ publications }, { actor, own, input }) {
    return written(await publications.create(actor, input, own.idempotencyKey));
  },
});
