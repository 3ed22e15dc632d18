import { type DefaultTreeAdapterTypes as Tree, parseFragment, serialize } from 'parse5';
import { sanitised } from '../../../src/rendering/sanitise.js';
import { render } from './render.js';

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const attribute = ({ attrs }: Tree.Element, name: string) =>
  attrs.find((one) => one.name === name)?.value;

/** Removes what the service adds or changes: ids and targets of links, wrappers, heading anchors, heading levels, and picture links. */
function plain(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) {
      return node.nodeName === '#text' && /^\s*$/.test(node.value) ? [] : [node];
    }
    const name = attribute(node, 'class') ?? '';
    if (name === 'anchor' || name === 'picture-place') return [];
    if (node.tagName === 'span' && attribute(node, 'id') !== undefined) return [];
    if (name === 'picture' || name === 'table-scroll') return plain(node.childNodes);
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

function normalisedTree(fragment: Tree.DocumentFragment): string {
  fragment.childNodes = plain(fragment.childNodes);
  return serialize(fragment)
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

/** Returns the HTML of a text in a form that can be compared with the HTML of other renderers. */
export const ours = (markdown: string): string =>
  normalisedTree(parseFragment(render(markdown).html));

/**
 * Converts the HTML of another renderer to the form of `ours`: with `h2` instead of `h1`, and with `s-` in links to
 * headings.
 */
export const theirs = (html: string): string =>
  normalisedTree(
    sanitised(html.replace(/(<\/?)h1>/g, '$1h2>').replace(/href="#(?!f-)/g, 'href="#s-')),
  );
