import { shownView } from '../results.js';
import { PUBLICATION } from '../output-schemas.js';
import { ReadPublicationDto } from '../../publications/inputs.js';
import { READING, tool } from '../tool.js';

/** The whole without content is the summary. */
const withoutContent = (query: ReadPublicationDto): ReadPublicationDto =>
  Object.assign(new ReadPublicationDto(), query, {
    view: query.view === undefined || query.view === 'full' ? 'summary' : query.view,
  });

/** So that no answer of a tool is over 10,000 tokens unless asked for (CONTRACT 4). */
const CONTENT_BOUNDS = { contentBytes: 40_000, outlineBytes: 8_000 };

export const getPublication = tool({
  name: 'get_publication',
  title: 'Get publication',
  description:
    'Reads one document, or a part of it, and how much of it is public. Call it before update_publication, which needs the current version. Of a long document read the outline first, then a section, or a part by offset and length: without length at most 40,000 bytes come, and note says how to read on. Pass waitSeconds to wait for the end of a release.',
  scope: 'read',
  annotations: READING,
  own: ['id', 'includeContent', 'waitSeconds'],
  input: ReadPublicationDto,
  output: PUBLICATION,
  async run({ views }, { actor, own, input, wait }) {
    return {
      content: shownView(
        await views.read(
          actor,
          own.id,
          own.includeContent ? input : withoutContent(input),
          wait(own.waitSeconds),
          CONTENT_BOUNDS,
        ),
      ),
    };
  },
});
