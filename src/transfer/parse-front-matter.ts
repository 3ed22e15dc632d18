import { isMap, parseDocument } from 'yaml';

/** A file that was taken apart. */
export interface FileParts {
  /** What its front matter says; every value a text, a list or a mapping of them. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** The front matter is no YAML; the message ends a sentence that begins with the file. */
export class MalformedFrontMatter extends Error {
  override readonly name = 'MalformedFrontMatter';
}

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;
const EMPTY_LINE = /^\r?\n/;

/**
 * Takes the front matter off a text; the one empty line that exports put behind it goes with it, so
 * that the content is what it was, byte for byte. A text that only begins with a line of dashes has none.
 * @throws MalformedFrontMatter
 */
export function parseFrontMatter(text: string): FileParts {
  const whole = { fields: {}, content: text };
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) return whole;
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) return whole;
  const fields = fieldsOf(rest.slice(0, closing.index));
  if (fields === undefined) return whole;
  const content = rest.slice(closing.index + closing[0].length).replace(EMPTY_LINE, '');
  return { fields, content };
}

/**
 * Every scalar stays the text it is written as (YAML's failsafe schema): a title `2026` or a tag `no`
 * is one. Aliases are refused: a few bytes of them can stand for gigabytes.
 */
function fieldsOf(yaml: string): Record<string, unknown> | undefined {
  try {
    const document = parseDocument(yaml, { schema: 'failsafe', prettyErrors: false });
    const [error] = document.errors;
    if (error) throw error;
    if (document.contents === null) return {};
    if (!isMap(document.contents)) return undefined;
    return document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
  } catch (error) {
    throw new MalformedFrontMatter(`has front matter that is not YAML: ${reason(error)}`);
  }
}

const reason = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]! : String(error);
