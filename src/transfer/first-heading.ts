import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+\S/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const TEXT = /^ {0,3}[^\s>#*+-]/;
/** A title has 200 characters at most, and the parser is not given more than it can take at once. */
const LONGEST_LINE = 2_000;

/**
 * The words of the first heading of a Markdown text; `undefined` where there is none. Looks for it line
 * by line: whole documents are parsed in processes of their own (docs/adr/0005).
 */
export function firstHeading(markdown: string): string | undefined {
  const lines = markdown.split(/\r?\n/);
  let fence = '';
  for (const [index, line] of lines.entries()) {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark) fence = mark;
    else if (HEADING.test(line)) return words(line);
    else if (TEXT.test(line) && UNDERLINE.test(lines[index + 1] ?? '')) return words(line);
  }
  return undefined;
}

function words(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const text = toString(fromMarkdown(line), { includeHtml: false });
  return text.replace(/\s+/g, ' ').trim() || undefined;
}
