/** A word as PostgreSQL reads it in the text form of `tsvector` and `tsquery`, whatever is in it. */
export function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
