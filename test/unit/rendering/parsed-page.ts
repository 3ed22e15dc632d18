import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element as a browser sees it. */
export interface SeenElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface SeenPage {
  readonly elements: readonly SeenElement[];
  readonly comments: number;
  readonly text: string;
  /** Names of what stands in head and body around the article. */
  readonly outside: readonly string[];
  /** Whether reading what was read once more gives the same page. */
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

/** Reads rendered HTML where it will stand, with the parser of the HTML standard. */
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
