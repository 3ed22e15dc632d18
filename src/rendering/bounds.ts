/*
 * The bounds of one document, side by side (contract 2, 9). They are chosen together: the most expensive document within
 * all of them renders in about 0.3 s and 60 MB of heap (docs/reliability.md).
 */

/** Maximum number of Markdown parts, which are the tokens of the parser, inline ones included. */
export const MAX_PARTS = 100_000;

/** Maximum depth of containers. A list and its item count as two. A higher limit would make inline rules slower. */
export const MAX_NESTING = 100;

/**
 * Highlighted code of a document: characters of all blocks, of a block and of a line, and blank lines in a row. Beyond a
 * bound, code is shown without colours. Some grammars take quadratic time in the length of a line or of blank lines.
 */
export const MAX_CODE = { document: 50_000, block: 10_000, line: 500, blankLines: 50 } as const;

/** Formulas that become MathML, and their characters. Beyond a bound, formulas are shown as TeX. */
export const MAX_FORMULAS = { count: 500, characters: 20_000, each: 2_000 } as const;

/** References to footnotes. Further references are shown as text. */
export const MAX_REFERENCES = 5_000;

/** Links from a footnote back to its references. Thousands of links would hide the footnote. */
export const MAX_WAYS_BACK = 20;

/** Maximum length of the HTML, in characters. */
export const MAX_HTML = 8_000_000;

/** Maximum number of headings in the list of a page. A longer list would not help readers. */
export const MAX_HEADINGS = 1_000;

/**
 * Work of one comparison of two revisions. A block is a paragraph, a cell, a code block. The bounds are counts, not
 * times, so that the same two revisions always compare alike. Beyond `edits` and `pairs`, a changed block is shown
 * whole, the old one before the new one; beyond `html` (characters of
 * both articles) and `blocks`, the Markdown is compared and shown instead. The bounds hold a table of 19,000 cells.
 */
export const MAX_COMPARED = {
  html: 5_000_000,
  /** Blocks of both articles. */
  blocks: 40_000,
  /** Inserted and deleted words or blocks of one search, and of all searches together. */
  edits: 500,
  allEdits: 4_000,
  /** Pairs of an old and a new block whose words are compared. */
  pairs: 20_000,
  /** Entries in the list of places, which has those first that weigh most. */
  entries: 500,
} as const;

const TOO_LONG = new RegExp(`[^\\n]{${MAX_CODE.line + 1}}|\\n{${MAX_CODE.blankLines + 2}}`);

/**
 * Counts the highlighted code and the formulas of one document. The bounds are lengths, not times, because a revision
 * must render to the same bytes on every machine (contract 9).
 */
export class WorkBudget {
  private code = 0;
  private formulas = 0;
  private formulaCharacters = 0;

  /** Takes a code block; `false` if the block or the code of the document is too long. */
  takeCode(code: string): boolean {
    if (code.length > MAX_CODE.block || this.code + code.length > MAX_CODE.document) return false;
    if (TOO_LONG.test(code)) return false;
    this.code += code.length;
    return true;
  }

  /** Takes a formula; `false` if the formula is too long, or the document has too many formulas. */
  takeFormula({ length }: string): boolean {
    const isLong = length > MAX_FORMULAS.each;
    if (isLong || this.formulaCharacters + length > MAX_FORMULAS.characters) return false;
    if (this.formulas === MAX_FORMULAS.count) return false;
    this.formulas += 1;
    this.formulaCharacters += length;
    return true;
  }
}
