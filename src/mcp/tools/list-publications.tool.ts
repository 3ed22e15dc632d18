import { ListPublicationsDto } from '../../publications/inputs.js';
import { shownList } from '../results.js';
import { LIST } from '../output-schemas.js';
import { READING, tool } from '../tool.js';

export const listPublications = tool({
  name: 'list_publications',
  title: 'List publications',
  description:
    'Finds documents of this account, newest first, without content. Use it to get an id, or to see whether a locale and slug are yours.',
  scope: 'read',
  annotations: READING,
  own: [],
  input: ListPublicationsDto,
  output: LIST,
  async run({ lists }, { actor, input }) {
    return { content: shownList(await lists.list(actor, input)) };
  },
});
