import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse } from 'parse5';

/*
 * Reads every page of a site by its sitemap, and counts the links within the site that lead nowhere, and Markdown of
 * other tools that stayed text. Prints both, each with the page, and then the counts; `deadShare` and `leftOverShare` are
 * shares of the links and of the characters outside code. For imports of documentation.
 *
 *   npm run bench crawl http://127.0.0.1:3000
 */

type Node = DefaultTreeAdapterTypes.Node;

/** What stays in the text of a page if a mark of Obsidian, VitePress, MkDocs, Hugo, Jekyll or JSX was not read. */
const LEFT_OVER =
  /!?\[\[[^[\]\n]+\]\]|\{:?[ \t]*[#.][\w.:-].*?\}|^:{3,}.*$|^(?:!!!|===[+!]?|\?\?\?\+?) ["\w].*$|-{1,2}8<-.*$|\{[{%][<%]?.*?[>%]?[%}]\}|<\/?[A-Z]\w*/gm;

interface Page {
  readonly hrefs: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly leftOver: readonly string[];
  readonly characters: number;
}

function read(html: string): Page {
  const [hrefs, ids, texts]: [string[], Set<string>, string[]] = [[], new Set(), []];
  const visit = (node: Node, inContent: boolean): void => {
    const attributes = tree.isElementNode(node) ? node.attrs : [];
    const of = (name: string) => attributes.find((one) => one.name === name)?.value;
    const name = tree.isElementNode(node) ? node.tagName : '';
    const id = of('id');
    if (id !== undefined) ids.add(id);
    const href = of('href');
    if (inContent && name === 'a' && href !== undefined) hrefs.push(href);
    // The contents of a page repeat its headings, but not as code.
    if (/^(?:code|pre|script|math|nav)$/.test(name)) return;
    if (inContent && tree.isTextNode(node)) texts.push(node.value);
    if (/^(?:p|li|h[1-6]|td|th|div)$/.test(name)) texts.push('\n');
    if (!('childNodes' in node)) return;
    for (const child of node.childNodes) visit(child, inContent || name === 'article');
  };
  visit(parse(html), false);
  const text = texts.join('');
  return { hrefs, ids, leftOver: text.match(LEFT_OVER) ?? [], characters: text.length };
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const addressesIn = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) => address!);

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const { origin } = new URL(base);
const textAt = async (address: string): Promise<string | undefined> => {
  const answer = await fetch(address);
  return answer.ok ? answer.text() : undefined;
};
const local = (address: string): string => new URL(new URL(address).pathname, origin).href;

const pages = new Map<string, Page | undefined>();
const pageAt = async (address: string): Promise<Page | undefined> => {
  if (!pages.has(address)) {
    const html = await textAt(address);
    pages.set(address, html === undefined ? undefined : read(html));
  }
  return pages.get(address);
};

const counts = { pages: 0, links: 0, dead: 0, deadFragments: 0, leftOver: 0, characters: 0 };
let leftOverCharacters = 0;
for (const part of addressesIn((await textAt(`${origin}/sitemap.xml`)) ?? '')) {
  for (const listed of addressesIn((await textAt(local(part))) ?? '')) {
    const address = local(listed);
    const page = await pageAt(address);
    if (!page) continue;
    counts.pages += 1;
    counts.characters += page.characters;
    counts.leftOver += page.leftOver.length;
    leftOverCharacters += page.leftOver.join('').length;
    for (const one of page.leftOver) print(`${address} text ${JSON.stringify(one)}`);
    for (const href of page.hrefs) {
      if (!URL.canParse(href, address)) continue;
      const target = new URL(href, address);
      if (target.origin !== origin) continue;
      const { hash } = target;
      target.hash = '';
      counts.links += 1;
      const found = await pageAt(target.href);
      if (!found) {
        counts.dead += 1;
        print(`${address} dead ${href}`);
      } else if (hash.length > 1 && !found.ids.has(decodeURIComponent(hash.slice(1)))) {
        counts.deadFragments += 1;
        print(`${address} dead fragment ${href}`);
      }
    }
  }
}
const [deadShare, leftOverShare] = [
  counts.dead / Math.max(counts.links, 1),
  leftOverCharacters / Math.max(counts.characters, 1),
];
print(JSON.stringify({ ...counts, deadShare, leftOverShare }));
