import { withContent, withoutContent } from '../results.js';
import { PUBLICATION } from '../output-schemas.js';
import { NoInput, READING, tool } from '../tool.js';

export const getPublication = tool({
  name: 'get_publication',
  title: 'Get publication',
  description:
    'Reads one document: its working revision with the whole content, and how much of it is public. Call it before update_publication, which needs the version and the content as they are now. Pass includeContent false to see only where it stands. Pass waitSeconds to wait for the end of a release: the answer comes when the release is public and searchable, or has failed, or the time is up.',
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
