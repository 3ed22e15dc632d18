import type { Element } from 'hast';
import type { Code } from 'mdast';
import type { State } from 'mdast-util-to-hast';
import { highlight } from '../highlighter.js';

/** A code block, coloured by classes if it names a known language; it scrolls by keyboard too. */
export function codeBlock(_: State, node: Code): Element {
  const text = node.value === '' ? '' : `${node.value}\n`;
  const language = node.lang?.toLowerCase() ?? '';
  const coloured = highlight(text, language);
  return {
    type: 'element',
    tagName: 'pre',
    properties: { tabIndex: 0 },
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: coloured ? { className: ['hljs', `language-${language}`] } : {},
        children: coloured ?? [{ type: 'text', value: text }],
      },
    ],
  };
}
