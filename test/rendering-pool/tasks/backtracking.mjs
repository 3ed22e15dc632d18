/** Spends its time within one regular expression. */
export default function backtracking({ begun }) {
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
  return /^(a+)+$/.test(`${'a'.repeat(60)}b`);
}
