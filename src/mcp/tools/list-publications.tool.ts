import { ListPublicationsDto } from '../../publications/inputs.js';
import { shownList } from '../results.js';
import { LIST } from '../output-schemas.js';
import { READING, tool } from '../tool.js';

export const listPublications = tool({
  name: 'list_publications',
  title: 'List publications',
  description:
    'Finds the documents of this account, newest first unless sort says otherwise. Items have no content: read one with get_publication. Call it to look before you create, to find the id of a document by its slug, or with state review to find what waits for a decision. One with state draft or review can be public all the same: see publishedVersion.',
  scope: 'read',
  annotations: READING,
  own: [],
  input: ListPublicationsDto,
  output: LIST,
  async run({ lists }, { actor, input }) {
    return { content: shownList(await lists.list(actor, input)) };
  },
});
