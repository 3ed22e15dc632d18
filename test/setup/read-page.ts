import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element of a page as a browser would make it. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text inside, with white space as one space. */
  readonly text: string;
  readonly inside: readonly PageElement[];
}

/** A page of the site, read with the parser of the HTML standard. */
export interface SitePage {
  readonly status: number;
  readonly html: string;
  /** All elements of this tag, or of this tag and class: `div.content`. */
  all(selector: string): readonly PageElement[];
  /** The text of the first of them. */
  text(selector: string): string;
  /** The contents of the `meta` elements with this name or property. */
  meta(name: string): readonly string[];
  /** The attributes of the `link` elements with this relation. */
  links(rel: string): readonly PageElement['attributes'][];
  /** The value of the one JSON-LD block. */
  jsonLd(): unknown;
}

/** Fetches and reads a page; `address` is absolute. */
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

/** All elements below a node, in the order of the page. */
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
