import { createRequire } from 'node:module';
import { type DefaultTreeAdapterTypes as Tree, parseFragment, serialize } from 'parse5';
import { expect, it } from 'vitest';
import { sanitised } from '../../../src/rendering/sanitise.js';
import { render } from './render.js';

/** Examples from which a page differs on purpose, by why (CONTRACT 9). */
const MEANT: Readonly<Record<string, readonly number[]>> = {
  'tags that a document may not use leave their text': [
    21, 31, 148, 149, 150, 156, 157, 158, 159, 160, 162, 169, 180, 187, 190, 191, 344, 476, 477,
    494, 613, 614, 615, 616, 623, 630, 631, 642, 643,
  ],
  'an address of another scheme, or that no browser could follow, is no link': [
    500, 596, 597, 598, 599, 601,
  ],
  'bare addresses are links, as GFM has them': [602, 608, 611, 612],
};

interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const { tests } = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const attribute = ({ attrs }: Tree.Element, name: string) =>
  attrs.find((one) => one.name === name)?.value;

/** Both sides without what the service adds: ids, boxes, addresses of headings, levels, links to pictures. */
function plain(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) {
      return node.nodeName === '#text' && /^\s*$/.test(node.value) ? [] : [node];
    }
    const name = attribute(node, 'class') ?? '';
    if (name === 'anchor' || name === 'picture-place') return [];
    if (name === 'picture') return plain(node.childNodes);
    if (node.tagName === 'img') {
      const value = attribute(node, 'alt') ?? '';
      return [{ nodeName: '#text', value, parentNode: null }];
    }
    if (/^h[1-6]$/.test(node.tagName)) node.tagName = node.nodeName = 'h2';
    node.attrs = node.attrs.filter((one) => /^(?:href|start)$/.test(one.name));
    if (node.tagName === 'pre') {
      const [code] = node.childNodes;
      if (code && isElement(code)) {
        const value = textOf(code);
        code.childNodes = [{ nodeName: '#text', value, parentNode: code }];
      }
    }
    node.childNodes = plain(node.childNodes);
    return [node];
  });
}

const textOf = (node: Tree.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

function normalised(fragment: Tree.DocumentFragment): string {
  fragment.childNodes = plain(fragment.childNodes);
  return serialize(fragment)
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

const tabbed = (text: string): string => text.replaceAll('→', '\t');
const ours = ({ markdown }: Example): string =>
  normalised(parseFragment(render(tabbed(markdown)).html));
/** The first level is the title's on a page; an address in a document gets the prefix of its ids. */
const theirs = ({ html }: Example): string =>
  normalised(
    sanitised(
      tabbed(html)
        .replace(/(<\/?)h1>/g, '$1h2>')
        .replace(/href="#/g, 'href="#s-'),
    ),
  );
const agrees = (example: Example): boolean => ours(example) === theirs(example);

it('[9.markdown-examples] CommonMark is understood as its examples say, but for what is meant', () => {
  const differing = tests.filter((example) => !agrees(example));
  expect(differing.map(({ number }) => number)).toEqual(
    Object.values(MEANT)
      .flat()
      .toSorted((a, b) => a - b),
  );
  expect(tests).toHaveLength(652);
});
