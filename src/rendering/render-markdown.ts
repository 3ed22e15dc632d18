import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { ALLOW_LIST } from './allow-list.js';
import { codeBlock } from './elements/code-block.js';
import { heading } from './elements/heading.js';
import { image, imageReference } from './elements/image.js';
import { link, linkReference } from './elements/link.js';
import { listItem } from './elements/list-item.js';
import { rawHtml } from './elements/raw-html.js';
import { table } from './elements/table.js';
import { headingsOf } from './headings.js';
import { plainText } from './plain-text.js';
import { RenderFault } from './render-fault.js';
import type { RenderedDocument } from './rendered-document.js';
import { sparingAutolinks } from './sparing-autolinks.js';

/** Characters of HTML; 200,000 characters of Markdown without tricks make less than half of it. */
const LONGEST_HTML = 8_000_000;

/** What elements become is decided while the tree is made, so that no pass of its own is needed. */
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(sparingAutolinks)
  .use(remarkRehype, {
    clobberPrefix: 'f-',
    footnoteLabelProperties: { className: ['sr-only'] },
    handlers: {
      code: codeBlock,
      heading,
      html: rawHtml,
      image,
      imageReference,
      link,
      linkReference,
      listItem,
      table,
    },
  })
  .use(rehypeSanitize, ALLOW_LIST)
  .use(rehypeStringify)
  .freeze();

function rendered(markdown: string): RenderedDocument {
  const page = processor.runSync(processor.parse(markdown));
  const html = processor.stringify(page);
  if (html.length > LONGEST_HTML) throw new RangeError(`${html.length} characters of HTML`);
  return { html, headings: headingsOf(page), text: plainText(page) };
}

/**
 * Renders the Markdown of one revision (CommonMark and GFM). The same text always gives the same
 * document; it can take long, which is why `RenderingService` calls it in a thread of its own.
 * @throws RenderFault `render_failed`, whatever went wrong
 */
export function renderMarkdown(markdown: string): RenderedDocument {
  try {
    return rendered(markdown);
  } catch (cause) {
    throw new RenderFault('render_failed', { cause });
  }
}
