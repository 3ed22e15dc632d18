import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element of a page, as a browser parses it. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text of the element, trimmed. Each run of white space is one space. */
  readonly text: string;
  readonly inside: readonly PageElement[];
}

/** A page of the site, parsed by the rules of the HTML standard. */
export interface SitePage {
  readonly status: number;
  readonly html: string;
  /** Returns all elements with this tag, or with this tag and class, as in `div.content`. */
  all(selector: string): readonly PageElement[];
  /** Returns the text of the first element that `all(selector)` finds, or `''` if it finds no element. */
  text(selector: string): string;
  /** Returns the contents of the `meta` elements with this name or property. */
  meta(name: string): readonly string[];
  /** Returns the attributes of the `link` elements with this relation. */
  links(rel: string): readonly PageElement['attributes'][];
  /** Returns the value of the JSON-LD block, which must be the only script. */
  jsonLd(): unknown;
}

/** Fetches and parses the page at an absolute address. */
export async function readPage(address: string): Promise<SitePage> {
  const response = await fetch(address);
  const html = await response.text();
  const elements = elementsIn(parse(html));
  const all: SitePage['all'] = (selector) => {
    const [tag, name] = selector.split('.');
    return elements.filter(
      (element) =>
        element.tag === tag &&
        (!name || element.attributes['class']?.split(' ').includes(name) === true),
    );
  };
  return {
    status: response.status,
    html,
    all,
    text: (selector) => all(selector)[0]?.text ?? '',
    meta: (name) =>
      all('meta')
        .map(({ attributes }) => attributes)
        .filter((of) => of['name'] === name || of['property'] === name)
        .map((of) => of['content'] ?? ''),
    links: (rel) =>
      all('link')
        .map(({ attributes }) => attributes)
        .filter((of) => of['rel'] === rel),
    jsonLd: () => {
      const scripts = all('script');
      if (scripts.length !== 1 || scripts[0]?.attributes['type'] !== 'application/ld+json') {
        throw new Error('The page has not exactly one script, which is a JSON-LD block.');
      }
      return JSON.parse(scripts[0].text) as unknown;
    },
  };
}

/** Returns all elements below a node, in the order of the page. */
function elementsIn(node: Node): PageElement[] {
  if (!('childNodes' in node)) return [];
  return node.childNodes.flatMap((child) => {
    const inside = elementsIn(child);
    if (!('tagName' in child)) return inside;
    const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]));
    const text = textOf(child).replace(/\s+/g, ' ').trim();
    return [{ tag: child.tagName, attributes, text, inside }, ...inside];
  });
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
