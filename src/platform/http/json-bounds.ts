/** Maximum number of nested levels of a JSON body (contract 4, "Bounds at the entrance"). */
export const MAX_LEVELS = 32;
/** Maximum number of members and elements of a JSON body, all levels together. */
export const MAX_MEMBERS = 5_000;
/** Maximum characters of a member's name. */
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

/** Number of digits in an escape such as `\u0041`, which is one character. */
const HEX_DIGITS = 4;

/**
 * Counts levels, members and characters of names in a JSON text while its bytes arrive, before any parser runs. Without
 * bounds, `JSON.parse` would take half a second for two million levels. The schemas of the MCP SDKs would take half a
 * minute for 4 MiB of members. This class does not check the syntax: the parser later refuses text that is not JSON.
 */
export class JsonBounds {
  members = 0;
  private depth = 0;
  /**
   * For each level, true if the level is an object, and false if it is an array. A string can be a name only in an
   * object.
   */
  private readonly isObject: boolean[] = [false];
  /** True directly after the start of an object or array, before its first member or element. */
  private isEmpty = false;
  private isNameNext = false;
  private inString = false;
  private inName = false;
  private isEscaped = false;
  private nameCharacters = 0;
  /**
   * Number of digits of the current escape that are still to come. `escape` is the value of the digits that were read.
   */
  private digitsLeft = 0;
  private escape = 0;
  /** Whether the last character of the name is an escaped high surrogate. */
  private isHigh = false;

  /** Counts the next bytes. Returns false as soon as the text is out of bounds. */
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

  /** Whether the next byte is in a string that is not a name. Such bytes, which are the majority, are not counted. */
  private get isText(): boolean {
    return this.inString && !this.inName && !this.isEscaped;
  }

  private readString(byte: number): boolean {
    if (this.isEscaped) {
      this.isEscaped = false;
      if (byte === LETTER_U) {
        [this.digitsLeft, this.escape] = [HEX_DIGITS, 0];
        return true;
      }
    } else if (byte === BACKSLASH) {
      this.isEscaped = true;
      return true;
    } else if (byte === QUOTE) {
      this.inString = false;
      return true;
    }
    if (!this.inName) return true;
    if (this.digitsLeft > 0) return this.readDigit(byte);
    this.isHigh = false;
    // In UTF-8, every byte of a character except the first is 10xxxxxx, so this test counts characters, not bytes.
    if ((byte & 0xc0) !== 0x80) this.nameCharacters += 1;
    return this.nameCharacters <= MAX_NAME_CHARACTERS;
  }

  /** Reads a digit of an escape. The two escapes of a surrogate pair count as one character. */
  private readDigit(byte: number): boolean {
    this.escape = this.escape * 16 + Number.parseInt(String.fromCharCode(byte), 16);
    this.digitsLeft -= 1;
    if (this.digitsLeft > 0) return true;
    const endsPair = this.isHigh && this.escape >= 0xdc00 && this.escape <= 0xdfff;
    this.isHigh = this.escape >= 0xd800 && this.escape <= 0xdbff;
    if (!endsPair) this.nameCharacters += 1;
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

  /**
   * Begins a value or a name. Counts the first member of an object or array. At each comma, `readStructure` counts the
   * next member.
   */
  private beginValue(byte: number): boolean {
    if (this.isEmpty && !this.countMember()) return false;
    this.isEmpty = false;
    if (byte === QUOTE) {
      this.inString = true;
      this.inName = this.isNameNext;
      this.isNameNext = false;
      this.nameCharacters = 0;
      this.digitsLeft = 0;
      this.isHigh = false;
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

/** Returns the index of the next quote or backslash, or the length of `bytes` if neither follows. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
  return at;
}

/**
 * Counts the members and elements of a parsed value. If an object in the text has two members with the same name, the
 * parsed object has only one of the two members. `JsonBounds` then counts more members in the text than this function.
 */
export function membersOf(parsed: unknown): number {
  if (typeof parsed !== 'object' || parsed === null) return 0;
  const values: unknown[] = Object.values(parsed);
  return values.reduce((sum: number, value) => sum + membersOf(value), values.length);
}
