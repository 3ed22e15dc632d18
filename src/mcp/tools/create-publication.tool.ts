import { CreatePublicationDto } from '../../publications/inputs.js';
import { written } from '../results.js';
import { WRITTEN } from '../output-schemas.js';
import { tool } from '../tool.js';

export const createPublication = tool({
  name: 'create_publication',
  title: 'Create publication',
  description:
    'Saves a new document as version 1 of a private draft: only this account sees it until publish_publication releases it. Keep id and version. If locale and slug are taken (path_conflict), look with list_publications whether the document is yours and update it, or choose another slug.',
  scope: 'write',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  own: ['idempotencyKey'],
  input: CreatePublicationDto,
  output: WRITTEN,
  async run({ publications }, { actor, own, input }) {
    return written(await publications.create(actor, input, own.idempotencyKey));
  },
});
