/** Spends its time within one regular expression. */
export default function backtracking() {
  return /^(a+)+$/.test(`${'a'.repeat(60)}b`);
}
