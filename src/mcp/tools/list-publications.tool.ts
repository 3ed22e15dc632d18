import { ListPublicationsDto } from '../../publications/inputs.js';
import { shownList } from '../results.js';
import { LIST } from '../output-schemas.js';
import { READING, tool } from '../tool.js';

export const listPublications = tool({
  name: 'list_publications',
  title: 'List publications',
  description:
    'Finds documents of this account by words (q), slug, tag or state; without q, newest first. Items have no content: read one with get_publication. Look here before you create; state review is what waits for a decision. A draft can be public all the same: see publishedVersion.',
  scope: 'read',
  annotations: READING,
  own: [],
  input: ListPublicationsDto,
  output: LIST,
  async run({ lists }, { actor, input }) {
    return { content: shownList(await lists.list(actor, input)) };
  },
});
