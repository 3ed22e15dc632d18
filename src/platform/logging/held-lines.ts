/** Where log lines go. */
interface Target {
  write(line: string): void;
}

/** Keeps lines back until they may be seen: the first-start text comes before them (CONTRACT 12). */
export class HeldLines implements Target {
  private held: string[] | undefined = [];

  constructor(private readonly target: Target) {}

  write(line: string): void {
    if (this.held) this.held.push(line);
    else this.target.write(line);
  }

  /** Writes what was kept back, and from now on everything at once. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const line of held) this.target.write(line);
  }
}
