/** Robertson's parameters: `K1` for the weight of repeated words, `B` for the weight of the document length. */
const K1 = 1.2;
const B = 0.75;

/** Textbook BM25 over bags of tokens. The search must rank at least as well as this class. */
export class Bm25 {
  private readonly documents = new Map<string, { counts: Map<string, number>; length: number }>();
  private readonly frequencies = new Map<string, number>();
  private length = 0;

  add(name: string, tokens: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const token of counts.keys()) {
      this.frequencies.set(token, (this.frequencies.get(token) ?? 0) + 1);
    }
    this.documents.set(name, { counts, length: tokens.length });
    this.length += tokens.length;
  }

  /** Returns the names of the documents that contain any of the tokens, best first. */
  rank(tokens: readonly string[]): string[] {
    const average = this.length / this.documents.size;
    const scores: [name: string, score: number][] = [];
    for (const [name, { counts, length }] of this.documents) {
      let score = 0;
      for (const token of new Set(tokens)) {
        const count = counts.get(token) ?? 0;
        const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        score += this.rarity(token) * saturated;
      }
      if (score > 0) scores.push([name, score]);
    }
    return scores.toSorted((one, other) => other[1] - one[1]).map(([name]) => name);
  }

  private rarity(token: string): number {
    const held = this.frequencies.get(token) ?? 0;
    return Math.log(1 + (this.documents.size - held + 0.5) / (held + 0.5));
  }
}
