/** Levels of a body at most (contract 4, "Bounds at the entrance"). */
export const MAX_LEVELS = 32;
/** Members and elements of a body at most, all levels together. */
export const MAX_MEMBERS = 5_000;
/** Characters of the name of a member at most; an escaped surrogate pair counts as two. */
export const MAX_NAME_CHARACTERS = 200;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ARRAY_START = 0x5b;
const BACKSLASH = 0x5c;
const ARRAY_END = 0x5d;
const LETTER_U = 0x75;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;

/** `\u0041` is one character, though four more bytes follow the `u`. */
const HEX_DIGITS = 4;

/**
 * Counts levels, members and the characters of names in the bytes of a JSON text as they come, before
 * anything parses them: `JSON.parse` takes half a second for two million levels, and the schemas of the
 * MCP SDKs take half a minute for 4 MiB of members. What is no JSON at all is left for the parser.
 */
export class JsonBounds {
  members = 0;
  private depth = 0;
  /** For each level whether it is an object, whose strings may be names. */
  private readonly isObject: boolean[] = [false];
  /** A container has begun, and nothing in it yet. */
  private isEmpty = false;
  private isNameNext = false;
  private inString = false;
  private inName = false;
  private isEscaped = false;
  private nameCharacters = 0;

  /** Takes the next bytes; false as soon as the text is out of bounds. */
  admits(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isText) at = endOfText(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) break;
      const isFine = this.inString ? this.readString(byte) : this.readStructure(byte);
      if (!isFine) return false;
    }
    return true;
  }

  /** Within a string that is no name: what is not counted, and nearly all of a document. */
  private get isText(): boolean {
    return this.inString && !this.inName && !this.isEscaped;
  }

  private readString(byte: number): boolean {
    if (this.isEscaped) {
      this.isEscaped = false;
      if (byte === LETTER_U) this.nameCharacters -= HEX_DIGITS;
    } else if (byte === BACKSLASH) {
      this.isEscaped = true;
      return true;
    } else if (byte === QUOTE) {
      this.inString = false;
      return true;
    }
    if (!this.inName) return true;
    // The bytes of a character of UTF-8 but its first one are 10xxxxxx.
    if ((byte & 0xc0) !== 0x80) this.nameCharacters += 1;
    return this.nameCharacters <= MAX_NAME_CHARACTERS;
  }

  private readStructure(byte: number): boolean {
    switch (byte) {
      case SPACE:
      case TAB:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return true;
      case COLON:
        this.isNameNext = false;
        return true;
      case COMMA:
        this.isNameNext = this.isObject[this.depth]!;
        return this.countMember();
      case ARRAY_END:
      case OBJECT_END:
        this.isEmpty = false;
        this.depth = Math.max(0, this.depth - 1);
        return true;
      default:
        return this.beginValue(byte);
    }
  }

  /** A name is the beginning of its member, too. */
  private beginValue(byte: number): boolean {
    if (this.isEmpty && !this.countMember()) return false;
    this.isEmpty = false;
    if (byte === QUOTE) {
      this.inString = true;
      this.inName = this.isNameNext;
      this.isNameNext = false;
      this.nameCharacters = 0;
    } else if (byte === ARRAY_START || byte === OBJECT_START) {
      this.depth += 1;
      this.isObject[this.depth] = byte === OBJECT_START;
      this.isNameNext = byte === OBJECT_START;
      this.isEmpty = true;
    }
    return this.depth <= MAX_LEVELS;
  }

  private countMember(): boolean {
    this.members += 1;
    return this.members <= MAX_MEMBERS;
  }
}

/** The index of the next byte that matters inside a string. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
  return at;
}

/** Counts members and elements of a parsed text: fewer than its bytes had, if a name was given twice. */
export function membersOf(parsed: unknown): number {
  if (typeof parsed !== 'object' || parsed === null) return 0;
  const values: unknown[] = Object.values(parsed);
  return values.reduce((sum: number, value) => sum + membersOf(value), values.length);
}
