import { withContent, withoutContent } from '../results.js';
import { PUBLICATION } from '../output-schemas.js';
import { NoInput, READING, tool } from '../tool.js';

export const getPublication = tool({
  name: 'get_publication',
  title: 'Get publication',
  description:
    'Reads one document as last written, and how much of it is public. Call it before update_publication: you need content and version as they are now. With waitSeconds it answers when a release in flight is public and searchable, has failed, or the time is up.',
  scope: 'read',
  annotations: READING,
  own: ['id', 'includeContent', 'waitSeconds'],
  input: NoInput,
  output: PUBLICATION,
  async run({ publications }, { actor, own, wait }) {
    const publication = await publications.read(actor, own.id, wait(own.waitSeconds));
    return { content: (own.includeContent ? withContent : withoutContent)(publication) };
  },
});
