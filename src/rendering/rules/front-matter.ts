import type { MarkdownIt } from 'markdown-it';

const KEY = String.raw`["'\p{L}_][^:\n]{0,80}:(?:[ \t][^\n]*)?`;
/** A line of YAML: a key, an item, a comment, an indented line or an empty line. */
const LINE = String.raw`(?:${KEY}|-[ \t][^\n]*|[#\t }\]][^\n]*|)`;
/**
 * YAML front matter at the very beginning of a text: the first line has a key, and the last one has three marks. Before
 * the key there may be comments only, because without a key `# Title` is a heading.
 */
const FRONT_MATTER = new RegExp(
  String.raw`^---[ \t]*\n(?:#[^\n]*\n)*${KEY}\n(?:${LINE}\n)*?(?:---|\.\.\.)[ \t]*(?:\n|$)`,
  'u',
);

/**
 * Empties the lines of the front matter of a text, so that positions stay. Between the marks there must be nothing but
 * YAML; else the marks are a rule and a heading of Markdown.
 * @param text with LF as line ends and without a byte order mark
 */
export const withoutFrontMatter = (text: string): string =>
  text.startsWith('---')
    ? text.replace(FRONT_MATTER, (lines) => lines.replaceAll(/[^\n]+/g, ''))
    : text;

/** Adds the rule that leaves front matter out of pages and outlines. It stays in the content. */
export function frontMatter(md: MarkdownIt): void {
  md.core.ruler.after('normalize', 'front_matter', (state) => {
    state.src = withoutFrontMatter(state.src);
  });
}
