import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element as a browser parses it. */
export interface SeenElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface SeenPage {
  readonly elements: readonly SeenElement[];
  readonly comments: number;
  readonly text: string;
  /** Names of the direct children of head and body. */
  readonly outside: readonly string[];
  /** Whether the page stays the same if it is serialised and parsed again. */
  readonly stable: boolean;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, visit);
}

function find(root: Node, tag: string): DefaultTreeAdapterTypes.Element {
  let found: DefaultTreeAdapterTypes.Element | undefined;
  walk(root, (node) => {
    if ('tagName' in node && node.tagName === tag) found ??= node;
  });
  if (!found) throw new Error(`There is no <${tag}>.`);
  return found;
}

/** Puts rendered HTML into the article of a page, and parses the page by the rules of the HTML standard. */
export function parsePage(html: string): SeenPage {
  const page = parse(
    `<!doctype html><html><head></head><body><article>${html}</article><footer></footer></body></html>`,
  );
  const article = find(page, 'article');
  const elements: SeenElement[] = [];
  let comments = 0;
  let text = '';
  for (const child of article.childNodes) {
    walk(child, (node) => {
      if (node.nodeName === '#comment') comments += 1;
      if ('value' in node) text += node.value;
      if (!('tagName' in node)) return;
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      elements.push({ tag: node.tagName, attributes });
    });
  }
  const around = [...find(page, 'head').childNodes, ...find(page, 'body').childNodes];
  return {
    elements,
    comments,
    text,
    outside: around.map(({ nodeName }) => nodeName),
    stable: serialize(parse(serialize(page))) === serialize(page),
  };
}
