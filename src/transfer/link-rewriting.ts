import { escapedLabel, inForm, type MarkdownLink, withDestinations } from './markdown-links.js';
import { escaped } from '../rendering/rules/entities.js';
import { decoded } from '../rendering/rules/headings.js';
import type { LinkTargets, Target } from './link-targets.js';

/** A text of a file, and what is known about the links in it. */
interface LinkedText {
  /** Path of the file, relative to the imported folder. */
  readonly file: string;
  readonly content: string;
  readonly links: readonly MarkdownLink[];
}

/** A link that leads nowhere, with its line in the content, from 1. */
export interface DeadLink {
  readonly line: number;
  readonly target: string;
}

export interface RewrittenText {
  readonly content: string;
  /** Number of links to files, those that lead nowhere included. */
  readonly internal: number;
  readonly dead: readonly DeadLink[];
}

/** Finds the path of the picture that a link shows; an embedded `data:` address is its own path. */
function pictureOf({ kind, target }: MarkdownLink, file: string, targets: LinkTargets) {
  if (kind === 'link' || kind === 'wiki') return undefined;
  return target.startsWith('data:') ? target : targets.picture(target, file, kind === 'embed');
}

/** Finds the pictures that a text shows. */
export const picturesOf = (
  { file, links }: LinkedText,
  targets: LinkTargets,
): ReadonlySet<string> =>
  new Set(
    links.flatMap((link) => {
      const path = pictureOf(link, file, targets);
      return path === undefined ? [] : [path];
    }),
  );

/**
 * Gives the links of a text the addresses of the documents that they lead to, and makes Markdown of wiki links. A link
 * that leads nowhere stays as it is.
 * @param names the names of the pictures of the account, by their paths
 * @param keep whether the links stay as they are, and only pictures change
 */
export function rewriteLinks(
  { file, content, links }: LinkedText,
  targets: LinkTargets,
  names: ReadonlyMap<string, string>,
  keep: boolean,
): RewrittenText {
  const dead: DeadLink[] = [];
  let internal = 0;
  const text = withDestinations(content, links, (link, old) => {
    const path = pictureOf(link, file, targets);
    const name = path === undefined ? undefined : names.get(path);
    if (link.kind === 'bare') return name === undefined || keep ? undefined : textIn(link, old);
    if (name !== undefined) return pictureIn(link, old, name);
    // An embed is Markdown of no other tool, so it becomes a picture also if the file was not imported.
    if (path !== undefined && !keep && link.kind === 'embed') {
      return pictureIn(link, old, inForm(old, path.replaceAll(' ', '%20')));
    }
    if (path !== undefined || keep) return undefined;
    const [shown, target] = resolved(link, file, targets);
    if (target.kind === 'elsewhere') return undefined;
    internal += 1;
    if (target.kind === 'nowhere') {
      dead.push({ line: link.line, target: link.target });
      return undefined;
    }
    return linkIn(shown, target.href);
  });
  return { content: text, internal, dead };
}

/** Finds where a link leads, and the link with its text behind its target. */
function resolved(
  link: MarkdownLink,
  file: string,
  targets: LinkTargets,
): readonly [MarkdownLink, Target] {
  const { kind, target, text } = link;
  if (kind !== 'wiki' && kind !== 'embed') return [link, targets.of(target, file)];
  const found = targets.wiki(target, file);
  if (found.kind !== 'nowhere' || text === undefined || !targets.isWiki) return [link, found];
  return [{ ...link, target: text, text: target }, targets.wiki(text, file)];
}

/** A size of Obsidian, such as `300` or `300x200`, which stands in the place of the text. */
const SIZE = /^\d+(?:x\d+)?$/;

function pictureIn(link: MarkdownLink, old: string, name: string): string {
  const { kind, text, inTable } = link;
  if (kind !== 'embed') return inForm(old, name);
  const isText = text !== undefined && !SIZE.test(text);
  return `![${escapedLabel(isText ? text : fileName(link), inTable)}](${name})`;
}

/** Gives a picture without a text one, because a release needs it. */
const textIn = (link: MarkdownLink, old: string): string =>
  old === ']'
    ? escapedLabel(fileName(link), link.inTable) + old
    : ` alt="${escaped(fileName(link))}"${old}`;

/** The name of the file of a picture, without its ending. */
const fileName = ({ target }: MarkdownLink): string =>
  target.startsWith('data:')
    ? 'image'
    : decoded(target.slice(target.lastIndexOf('/') + 1)).replace(/\.[^.]*$/, '');

function linkIn({ kind, target, text, inTable }: MarkdownLink, href: string): string {
  if (kind !== 'wiki' && kind !== 'embed') return href;
  const shown = text ?? target.replace(/^#/, '').replaceAll(/#\^?/g, ' > ');
  return `[${escapedLabel(shown, inTable)}](${href})`;
}
