import { MAX_WAYS_BACK, type WorkBudget } from './bounds.js';
import type { Env, Renderer, RendererRule, Token } from 'markdown-it';
import { readAddress } from './address.js';
import { codeBlock, displayedFormula, formulaElement } from './code-and-formulas.js';
import { escaped } from './rules/entities.js';
import { figureElement, namedBy, namesPicture, pictureElement } from './pictures.js';
import type { PictureToShow } from './rendered-document.js';
import { inlineText } from './rules/blocks.js';
import { anchorAmong } from './rules/headings.js';
import { metaOf } from './rules/token-meta.js';

/** The `rel` of every link that an author wrote (contract 9). */
export const LINK_REL = 'nofollow ugc noopener';
/** Allowed schemes of links. A link within the site needs no scheme. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const ALERT_TITLES: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

/** The data of one rendering that the renderer rules need, besides the tokens. */
interface RenderContext {
  /** Origins whose pictures are shown; `*`: all https origins (IMAGE_ORIGINS). */
  readonly imageOrigins: readonly string[];
  /** The number that is added to the level of each heading. */
  readonly headingShift: number;
  readonly sectionIds: ReadonlySet<string>;
  readonly budget: WorkBudget;
  /** The stored pictures of the account, by SHA-256. */
  readonly pictures: ReadonlyMap<string, PictureToShow>;
  /** The prefix of the addresses of picture files. */
  readonly picturesBase: string;
  /** Ids of the anchors so far. */
  readonly anchors: Set<string>;
  /** For each open link, whether it is shown. Inside a shown link, nothing else becomes a link. */
  readonly openLinks: boolean[];
}

const CONTEXT = Symbol('rendering');

export const withContext = (env: Env, context: RenderContext): Env =>
  Object.assign(env, { [CONTEXT]: context });

const contextOf = (env: Env | undefined): RenderContext => env![CONTEXT] as RenderContext;

const shown = (name: string, value: string | number | null): string =>
  value === null || value === '' ? '' : ` ${name}="${escaped(String(value))}"`;

/**
 * Returns the address of a link; `undefined` if the address is forbidden. A link to a heading gets the prefix of
 * section ids.
 */
function linkTarget(written: string, { sectionIds }: RenderContext): string | undefined {
  const address = readAddress(written);
  if (!address) return undefined;
  const { href, scheme } = address;
  if (scheme !== null) return LINK_SCHEMES.has(scheme) ? href : undefined;
  return /^#./.test(href) ? anchorAmong(sectionIds, href.slice(1)) : href;
}

/** Writes the start tag of a link. If the address is forbidden, or another link is open, only the text is shown. */
const linkOpen: RendererRule = (tokens, at, _, env) => {
  const token = tokens[at]!;
  const context = contextOf(env);
  const href = linkTarget(String(token.attrGet('href')), context);
  const isLink = href !== undefined && !context.openLinks.includes(true);
  context.openLinks.push(isLink);
  if (!isLink) return '';
  return `<a href="${escaped(href)}"${shown('title', token.attrGet('title'))} rel="${LINK_REL}">`;
};

/** Writes the end tag of a link. If the start tag was omitted, writes nothing. */
const linkClose: RendererRule = (_, _at, _options, env) =>
  contextOf(env).openLinks.pop() ? '</a>' : '';

const isShown = (origin: string, origins: readonly string[]): boolean =>
  origins.includes(origin) || (origins.includes('*') && origin.startsWith('https:'));

/**
 * Returns the stored picture that a token names; `undefined` if the token names no picture, or the account does not
 * have the picture.
 */
const pictureOf = (token: Token, { pictures }: RenderContext): PictureToShow | undefined =>
  pictures.get(namedBy(String(token.attrGet('src'))) ?? '');

/** Writes the start or end tag of a figure, or of a paragraph if the account does not have the picture. */
const figureTag =
  (open: string, close: string): RendererRule =>
  (tokens, at, _, env) =>
    pictureOf(metaOf(tokens[at]!).figure!, contextOf(env)) ? open : close;

/**
 * Writes a picture of the account, the site or an allowed origin. A picture of another origin becomes a link, so that
 * browsers send no request to that origin (contract 9). Inside a link, a picture of another origin becomes text.
 */
const image: RendererRule = (tokens, at, _, env) => {
  const token = tokens[at]!;
  const alt = inlineText(token.children ?? []);
  const picture = pictureOf(token, contextOf(env));
  if (picture) {
    const title = String(token.attrGet('title') ?? '');
    const isFigure = metaOf(token).figure !== undefined;
    const { picturesBase } = contextOf(env);
    const shownPicture = pictureElement(picturesBase, picture, alt, isFigure ? '' : title);
    return isFigure ? figureElement(shownPicture, title) : shownPicture;
  }
  const written = String(token.attrGet('src'));
  const address = readAddress(written);
  if (!address || (address.scheme !== null && !WEB.has(address.scheme))) {
    if (alt !== '' || namesPicture(written)) return escaped(alt || written);
    return '<span class="picture-place" lang="en">(picture)</span>';
  }
  const { href, scheme } = address;
  const { origin, host } = scheme === null ? { origin: null, host: '' } : new URL(href);
  const context = contextOf(env);
  if (origin === null || isShown(origin, context.imageOrigins)) {
    const title = shown('title', token.attrGet('title'));
    return `<img src="${escaped(href)}" alt="${escaped(alt)}"${title} loading="lazy" decoding="async">`;
  }
  const place = `<span class="picture-place" lang="en">(picture on ${escaped(host)})</span>`;
  const words = alt === '' ? place : `${escaped(alt)} ${place}`;
  if (context.openLinks.includes(true)) return words;
  return `<a class="picture" href="${escaped(href)}" rel="${LINK_REL}">${words}</a>`;
};

/**
 * Returns the tag of a heading, h2 to h6. `headingShift` makes the highest heading of the text an h2, below the page
 * title.
 */
const shiftedTag = (tag: string, env: Env | undefined): string =>
  `h${Math.min(Math.max(Number(tag.slice(1)) + contextOf(env).headingShift, 2), 6)}`;

const headingOpen: RendererRule = (tokens, at, _, env) => {
  const id = metaOf(tokens[at]!).heading?.id;
  return `<${shiftedTag(tokens[at]!.tag, env)}${id === undefined ? '' : shown('id', id)}>`;
};

/** Writes the end of a heading: a link to the section (shown on hover, hidden from screen readers) and the end tag. */
const headingClose: RendererRule = (tokens, at, _, env) => {
  const id = metaOf(tokens[at - 2]!).heading?.id;
  const anchor =
    id === undefined
      ? ''
      : `<a class="anchor" href="#${escaped(id)}" aria-hidden="true" tabindex="-1"></a>`;
  return `${anchor}</${shiftedTag(tokens[at]!.tag, env)}>\n`;
};

/** Writes filtered HTML, with its headings on the level that they would have in Markdown. */
const html: RendererRule = (tokens, at, _, env) =>
  tokens[at]!.content.replace(
    /(<\/?)(h[1-6])(?=[\s>])/g,
    (_tag, start: string, tag: string) => start + shiftedTag(tag, env),
  );

const inlineFormula: RendererRule = (tokens, at, _, env) => {
  const { content } = tokens[at]!;
  const isDisplayed = metaOf(tokens[at]!).display === true;
  return formulaElement(content, isDisplayed, contextOf(env).budget);
};

const tableCell =
  (tag: string): RendererRule =>
  (tokens, at) => {
    const side = /left|center|right/.exec(String(tokens[at]!.attrGet('style')))?.[0];
    return side === undefined ? `<${tag}>` : `<${tag} class="align-${side}">`;
  };

const blockquoteOpen: RendererRule = (tokens, at) => {
  const { alert: kind, isTitled } = metaOf(tokens[at]!);
  if (kind === undefined) return '<blockquote>\n';
  const title = `<p class="alert-title" lang="en" dir="ltr">${ALERT_TITLES[kind]}</p>\n`;
  return `<div class="alert alert-${kind}" role="note">\n${isTitled ? '' : title}`;
};

const reference = (number: number, index: number): string =>
  index === 1 ? `f-fnref-${number}` : `f-fnref-${number}-${index}`;

const footnoteReference: RendererRule = (tokens, at) => {
  const { number = 0, reference: index = 1 } = metaOf(tokens[at]!);
  return (
    `<sup><a href="#f-fn-${number}" id="${reference(number, index)}" ` +
    `data-footnote-ref aria-describedby="footnote-label">${number}</a></sup>`
  );
};

const footnoteBack: RendererRule = (tokens, at) => {
  const { number = 0, references = 1 } = metaOf(tokens[at]!);
  const count = Math.min(references, MAX_WAYS_BACK);
  return Array.from({ length: count }, (_, index) => {
    const name = index === 0 ? String(number) : `${number}-${index + 1}`;
    const raised = index === 0 ? '' : `<sup>${index + 1}</sup>`;
    return (
      ` <a href="#${reference(number, index + 1)}" data-footnote-backref ` +
      `aria-label="Back to reference ${name}" class="data-footnote-backref">↩${raised}</a>`
    );
  }).join('');
};

/** Writes a target of links, unless a section or an earlier target has its id. */
const anchor: RendererRule = (tokens, at, _, env) => {
  const id = metaOf(tokens[at]!).anchor!;
  const { anchors, sectionIds } = contextOf(env);
  if (sectionIds.has(id) || anchors.has(id)) return '';
  anchors.add(id);
  return `<span id="${escaped(id)}"></span>`;
};

const checkbox = (isDone: boolean): string =>
  isDone
    ? '<input type="checkbox" checked disabled aria-label="Completed task"> '
    : '<input type="checkbox" disabled aria-label="Incomplete task"> ';

export function writeElements(renderer: Renderer): void {
  const { rules } = renderer;
  Object.assign(rules, {
    link_open: linkOpen,
    link_close: linkClose,
    image,
    anchor,
    html_block: html,
    html_inline: html,
    figure_open: figureTag('<figure class="picture">', '<p>'),
    figure_close: figureTag('</figure>\n', '</p>\n'),
    heading_open: headingOpen,
    heading_close: headingClose,
    formula: inlineFormula,
    formula_block: (tokens, at, _, env) =>
      displayedFormula(tokens[at]!.content, contextOf(env).budget),
    fence: (tokens, at, _, env) =>
      codeBlock(tokens[at]!.content, tokens[at]!.info.trim(), contextOf(env).budget),
    code_block: (tokens, at, _, env) => codeBlock(tokens[at]!.content, '', contextOf(env).budget),
    table_open: (tokens, at) =>
      `<div class="table-scroll" role="region" tabindex="0"${shown('aria-label', metaOf(tokens[at]!).label ?? 'Table')}><table>\n`,
    table_close: () => '</table></div>\n',
    th_open: tableCell('th'),
    td_open: tableCell('td'),
    blockquote_open: blockquoteOpen,
    blockquote_close: (tokens, at) => (metaOf(tokens[at]!).alert ? '</div>\n' : '</blockquote>\n'),
    s_open: () => '<del>',
    s_close: () => '</del>',
    footnote_reference: footnoteReference,
    footnotes_open: () =>
      '<section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label" lang="en">Footnotes</h2>\n<ol>\n',
    footnotes_close: () => '</ol>\n</section>\n',
    footnote_open: (tokens, at) => `<li id="f-fn-${metaOf(tokens[at]!).number ?? 0}">\n`,
    footnote_close: () => '</li>\n',
    footnote_back: footnoteBack,
    task_box: (tokens, at) => checkbox(metaOf(tokens[at]!).isDone === true),
  } satisfies Record<string, RendererRule>);
}
