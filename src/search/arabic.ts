/** And, the, with the, like the …: what Arabic writes together with the word that follows. */
const BEFORE = /^و?(?:ال|بال|كال|فال|لل)(?=..)|^و(?=...)/u;
const AFTER = /(?:ها|ان|ات|ون|ين|يه|يا|ه|ي)$/u;

/**
 * The stem of an Arabic word by the rules known as light stemming: without article and the commonest
 * endings. Snowball's takes the first letter of a word for a preposition: بركان becomes ركان, and a word
 * and the same with its article have two stems.
 */
export function arabicStem(word: string): string {
  let stem = word.replace(BEFORE, '');
  for (let shorter = ''; ; stem = shorter) {
    shorter = stem.replace(AFTER, '');
    if (shorter.length < 3 || shorter === stem) return stem;
  }
}
