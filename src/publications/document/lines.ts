import type { Span } from './text-search.js';

/** Of as many places of a change the lines are told (contract 2). */
export const MAX_TOLD = 20;

/** The lines of a text, numbered from 1. */
export class Lines {
  private ends: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** The number of the line in which a position is. */
  at(position: number): number {
    this.ends ??= lineFeeds(this.text);
    return lowerBound(this.ends, position) + 1;
  }

  /** Where places begin, of as many as are told of. */
  of(spans: readonly Span[]): number[] {
    return spans.slice(0, MAX_TOLD).map(({ start }) => this.at(start));
  }
}

/** The first index of rising numbers whose number is not below `wanted`; behind the last, where each is. */
export function lowerBound(numbers: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineFeeds(text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) found.push(at);
  return found;
}
