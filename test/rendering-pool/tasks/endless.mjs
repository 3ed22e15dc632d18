/** Never comes back. */
export default function endless() {
  for (;;);
}
