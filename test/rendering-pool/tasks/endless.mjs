/** Never comes back. */
export default function endless({ begun }) {
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
  for (;;);
}
