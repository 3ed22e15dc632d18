/** Characters that a mention is read in, before and after it. */
const NEAR = 200;

const QUOTES = /["'`“”‘’«»„‚‹›「」『』《》〈〉]/;
const PAIRS: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
];

/** What comes before a sign that a text speaks about. */
const SPEAKS_BEFORE =
  /(?:\b(?:e\.\s?g\.|i\.\s?e\.|such as|like|for example|for instance|called|named|says?|writes?|wrote|typed?|contains?|the (?:words?|strings?|phrases?|tags?|tokens?|markers?|marks?|placeholders?)|z\.\s?B\.|wie|etwa|par exemple|comme|por ejemplo|como|por exemplo|ad esempio|come|например|вроде)|例如|比如|譬如|예를 들어)[\s:：,，(（]{0,3}$/iu;

/** What comes after it. */
const SPEAKS_AFTER =
  /^[\s)\]-]{0,2}(?:(?:and|or|und|et|y|e|ou|и)\s*[<[【]|(?:(?:start|end|opening|closing|reasoning|special)[ -])?(?:tags?|tokens?|markers?|marks|placeholders?|blocks?|elements?|strings?|sections?|delimiters?|syntax|artifacts?|balises?|jetons?|etiquetas?|marcas?|tag|Platzhalter|Marken?|тег\p{L}*|токен\p{L}*|плейсхолдер\p{L}*|метк\p{L}*)(?!\p{L})|标签|標籤|标记|標記|占位符|这样|這樣|タグ|トークン|プレースホルダ|という|のよう|태그|토큰|자리 ?표시|같은)/iu;

/**
 * Whether a text speaks about what stands between two of its positions: it is in quotation marks, or the words before or
 * after it name what it is.
 */
export function isMention(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(start - NEAR, 0), start);
  const after = text.slice(end, end + NEAR);
  if (QUOTES.test(before.slice(-1)) && QUOTES.test(after.slice(0, 1))) return true;
  if (SPEAKS_BEFORE.test(before) || SPEAKS_AFTER.test(after)) return true;
  return isQuoted(before, after);
}

function isQuoted(before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  for (const [open, close] of PAIRS) {
    const at = line.lastIndexOf(open);
    if (at !== -1 && line.indexOf(close, at + 1) === -1 && after.includes(close)) return true;
  }
  return line.split('"').length % 2 === 0 && after.includes('"');
}
