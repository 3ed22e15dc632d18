import { normalise } from './fold.js';
import { HANGUL, UNSPACED } from './tokenise.js';

/** A run of characters other than spaces, control characters, Korean characters and characters of unspaced scripts. */
const SEGMENT = new RegExp(String.raw`[^\s\p{Cc}${UNSPACED}${HANGUL}]+`, 'gv');
/** Punctuation before a name. This punctuation is not part of the name. */
const BEFORE = /^[\p{Ps}\p{Pi}"'¿¡]+/u;
const AFTER = /[\p{Pe}\p{Pf}"'.,;:!?…。、،؛؟।]+$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Punctuation at the end of a sentence or clause. */
const ENDING = /[.,;:!?…。、،؛؟।]+$/u;
/** Any symbol except apostrophes and hyphens, which only join words. */
const HAS_SIGN = /[^\p{L}\p{M}\p{N}\p{Pd}'’ʼ]/u;
/** A segment that consists only of punctuation. */
const PUNCTUATION = /^[\p{Pd}\p{Pi}\p{Pf}"'.,;:!?…&|·•/]+$/u;

/** Finds the names that contain symbols or consist of symbols, such as `C++`, `.NET`, `node.js`, `[` and `%`. */
export function signedNamesIn(text: string): string[] {
  const segments = [...normalise(text).matchAll(SEGMENT)].map(([segment]) => segment);
  const names = segments
    .map(withoutPunctuation)
    .filter((name) => HAS_SIGN.test(name) && !PUNCTUATION.test(name));
  return [...new Set(names)];
}

const withoutPunctuation = (segment: string): string =>
  HAS_WORD.test(segment)
    ? segment.replace(BEFORE, '').replace(AFTER, '')
    : segment.replace(ENDING, '') || segment;
