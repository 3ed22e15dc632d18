/** Takes memory until there is none. */
export default function greedy({ begun }) {
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
  const taken = [];
  for (;;) taken.push({ length: taken.length });
}
