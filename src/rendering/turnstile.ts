/** Lets at most `width` tasks run at once; the others follow in the order in which they came. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly width: number) {}

  async pass<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.width) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
