import { normalise } from './fold.js';
import { HANGUL, UNSPACED } from './tokenise.js';

/** Signs between spaces, or between words of writing without them. */
const SEGMENT = new RegExp(String.raw`[^\s\p{Cc}${UNSPACED}${HANGUL}]+`, 'gv');
/** Punctuation before a name that is not part of it. */
const BEFORE = /^[\p{Ps}\p{Pi}"'¿¡]+/u;
const AFTER = /[\p{Pe}\p{Pf}"'.,;:!?…。、،؛؟।]+$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Punctuation at the end of a sentence or clause. */
const ENDING = /[.,;:!?…。、،؛؟।]+$/u;
/** Apostrophes and hyphens join words, and name nothing. */
const HAS_SIGN = /[^\p{L}\p{M}\p{N}\p{Pd}'’ʼ]/u;
/** Punctuation that stands alone. */
const PUNCTUATION = /^[\p{Pd}\p{Pi}\p{Pf}"'.,;:!?…&|·•/]+$/u;

/** Names that contain signs: C++, .NET, node.js, [, %. */
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
