import { type Document, isMap, isScalar, Lexer, parseDocument, visit } from 'yaml';

export interface FileParts {
  /** Its front matter; every value is a text, a list or a mapping of them. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** The front matter is no YAML; the message ends a sentence that begins with the file. */
export class MalformedFrontMatter extends Error {
  override readonly name = 'MalformedFrontMatter';
}

/** Members of mappings and elements of lists together; a document has fewer than a hundred. */
const MAX_MEMBERS = 1_000;
/** The most tokens of YAML, which parse in a moment however nested or long they are. */
const MAX_TOKENS = 20_000;

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

/** Parses with YAML's failsafe schema: a title `2026` stays a text. Refuses aliases, which can expand to gigabytes. */
function fieldsOf(yaml: string): Record<string, unknown> | undefined {
  try {
    checkTokens(yaml);
    // The parser would compare each key with every other; checkMembers does so in linear time.
    const document = parseDocument(yaml, {
      schema: 'failsafe',
      prettyErrors: false,
      uniqueKeys: false,
    });
    const [error] = document.errors;
    if (error) throw error;
    checkMembers(document);
    if (document.contents === null) return {};
    if (!isMap(document.contents)) return undefined;
    return document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof MalformedFrontMatter) throw error;
    throw new MalformedFrontMatter(`has front matter that is not YAML: ${reason(error)}`);
  }
}

/** @throws MalformedFrontMatter for more than the parser can take at once */
function checkTokens(yaml: string): void {
  let tokens = 0;
  for (const _ of new Lexer().lex(yaml)) if ((tokens += 1) > MAX_TOKENS) throw tooLarge();
}

/** @throws MalformedFrontMatter for too many members, Error for a key that is there twice */
function checkMembers(document: Document): void {
  let members = 0;
  const count = (items: readonly unknown[]): void => {
    members += items.length;
    if (members > MAX_MEMBERS) throw tooLarge();
  };
  visit(document, {
    Seq: (_, { items }) => count(items),
    Map: (_, { items }) => {
      count(items);
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      if (new Set(keys).size < keys.length) throw new Error('Map keys must be unique');
    },
  });
}

const tooLarge = (): MalformedFrontMatter =>
  new MalformedFrontMatter(`has front matter of more than ${MAX_MEMBERS} members`);

const reason = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]! : String(error);
