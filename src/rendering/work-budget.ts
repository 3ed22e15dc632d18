import { MAX_CODE, MAX_FORMULAS } from './bounds.js';

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
