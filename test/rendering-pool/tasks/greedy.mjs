/** Takes memory until there is none. */
export default function greedy() {
  const taken = [];
  for (;;) taken.push({ length: taken.length });
}
