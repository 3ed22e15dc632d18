import {
  type Document,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  YAMLParseError,
} from 'yaml';

interface FileParts {
  /** The front matter. Each value is a string, or a list or mapping of such values. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The line of each key of the front matter in the file, from 1. */
  readonly lines: Readonly<Record<string, number>>;
  readonly content: string;
  /** The number of lines before the content. */
  readonly linesBefore: number;
}

/** Thrown if front matter is TOML, is not YAML or is too large. The message ends a sentence that begins with the file name. */
export class MalformedFrontMatter extends Error {
  override readonly name = 'MalformedFrontMatter';
}

/**
 * Maximum number of members of all mappings and lists together. Front matter seldom has a hundred, but that of an export
 * has all redirects of its document.
 */
const MAX_MEMBERS = 3_000;
/**
 * Maximum number of YAML tokens. The parser handles this number of tokens quickly, even if the tokens are long or
 * deeply nested.
 */
const MAX_TOKENS = 20_000;

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;
const EMPTY_LINE = /^\r?\n/;
/** Front matter in TOML, as Hugo writes it. */
const TOML = /^\+\+\+[ \t]*\r?\n(?:[^]*?\r?\n)?\+\+\+[ \t]*(?:\r?\n|$)/;
/** A null of YAML's core schema, and a value that is left out. */
const NULL = /^(?:~|null|Null|NULL)?$/;

/**
 * Splits a text into front matter and content. Removes the one empty line that exports write after the front matter, so
 * that the content is restored byte for byte. The whole text is content if its first line is not `---`, if there is no
 * second line `---`, or if the YAML between these lines is a list, a scalar, or only comments: `# Warning` between two
 * lines is a heading in Markdown.
 * @throws MalformedFrontMatter
 */
export function parseFrontMatter(text: string): FileParts {
  const whole = { fields: {}, lines: {}, content: text, linesBefore: 0 };
  if (TOML.test(text)) {
    throw new MalformedFrontMatter(
      'has TOML front matter, which begins in line 1: convert it to YAML, for example with hugo convert toYAML',
    );
  }
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) return whole;
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) return whole;
  const parsed = fieldsOf(rest.slice(0, closing.index));
  if (parsed === undefined) return whole;
  const content = rest.slice(closing.index + closing[0].length).replace(EMPTY_LINE, '');
  const before = text.slice(0, text.length - content.length);
  return { ...parsed, content, linesBefore: before.split('\n').length - 1 };
}

/**
 * Parses front matter; `undefined` if it is a list, a scalar, or only comments. With YAML's failsafe schema every scalar
 * stays a string, for example the title `2026`. But a null, such as `~`, is an empty string, and in a list it is left
 * out. Aliases are refused, because they can expand to gigabytes.
 */
function fieldsOf(yaml: string): Pick<FileParts, 'fields' | 'lines'> | undefined {
  const lineCounter = new LineCounter();
  try {
    checkTokens(yaml);
    // `checkMembers` finds duplicate keys in linear time. `uniqueKeys` would compare each key with all others.
    const document = parseDocument(yaml, {
      schema: 'failsafe',
      prettyErrors: false,
      uniqueKeys: false,
      lineCounter,
    });
    const [error] = document.errors;
    if (error) throw error;
    checkMembers(document);
    if (document.contents === null)
      return yaml.trim() === '' ? { fields: {}, lines: {} } : undefined;
    if (!isMap(document.contents)) return undefined;
    emptyNulls(document);
    const lines = Object.create(null) as Record<string, number>;
    for (const { key } of document.contents.items) {
      if (!isScalar(key)) continue;
      lines[String(key.value)] = lineAt(lineCounter, key.range?.[0] ?? 0);
    }
    return { fields: document.toJS() as Record<string, unknown>, lines };
  } catch (error) {
    if (error instanceof MalformedFrontMatter) throw error;
    throw new MalformedFrontMatter(
      `has front matter that is not YAML: ${reason(error as Error, lineCounter)}`,
    );
  }
}

/** @throws MalformedFrontMatter if there are more tokens than the parser handles quickly */
function checkTokens(yaml: string): void {
  let tokens = 0;
  for (const _ of new Lexer().lex(yaml)) if ((tokens += 1) > MAX_TOKENS) throw tooLarge();
}

/** A fault at a place of the YAML. */
class FaultAt extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** @throws MalformedFrontMatter for too many members, FaultAt for a duplicate key or an alias */
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
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value)) {
          throw new FaultAt(`the key ${String(value)} occurs twice`, rangeOf(key));
        }
        keys.add(value);
      }
    },
    Alias(_, { source, range }) {
      throw new FaultAt(
        `*${source} is a YAML alias, which is not supported: write the value itself`,
        range?.[0] ?? 0,
      );
    },
  });
}

const rangeOf = (node: unknown): number => (isScalar(node) ? (node.range?.[0] ?? 0) : 0);

const tooLarge = (): MalformedFrontMatter =>
  new MalformedFrontMatter(`has front matter with more than ${MAX_MEMBERS} keys and list items`);

const isNull = (node: unknown): node is Scalar =>
  isScalar(node) && node.type === 'PLAIN' && NULL.test(node.source ?? '');

/** Makes an empty string of each null that is the value of a key, and removes the other nulls. */
function emptyNulls(document: Document): void {
  visit(document, {
    Pair(_, { value }) {
      if (isNull(value)) value.value = '';
    },
    Scalar: (place, node) => (typeof place === 'number' && isNull(node) ? visit.REMOVE : undefined),
  });
}

/** Says in which line of the file the YAML is wrong, and why. */
function reason(error: Error, lines: LineCounter): string {
  if (error instanceof FaultAt) return `line ${lineAt(lines, error.offset)}: ${error.message}`;
  if (!(error instanceof YAMLParseError)) return error.message;
  const { code, message, pos } = error;
  const line = lineAt(lines, pos[0]);
  const hint =
    code === 'BLOCK_AS_IMPLICIT_KEY' ? ' (write a value with ": " in quotation marks)' : '';
  return `line ${line}: ${message.split('\n')[0]!}${hint}`;
}

/** Returns the line of the file at a place of the YAML. The first line of the file is `---`. */
const lineAt = (lines: LineCounter, offset: number): number => lines.linePos(offset).line + 1;
