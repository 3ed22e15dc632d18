import { diffArrays } from 'diff';
import { MAX_COMPARED } from '../rendering/bounds.js';
import { type Block, nameOf } from './blocks.js';

/** What is left of the work that one comparison may do. */
export class ComparisonWork {
  private edits: number = MAX_COMPARED.allEdits;
  private pairs: number = MAX_COMPARED.pairs;
  /** Whether something was left uncompared, and is therefore shown whole. */
  isTruncated = false;

  /** Finds the shortest way from `old` to `now`; `undefined` if it needs more edits than are allowed. */
  diff(old: readonly number[], now: readonly number[]): Run[] | undefined {
    const [head, tail] = equalEnds(old, now);
    const [from, to] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
    const runs: Run[] = [];
    if (head > 0) runs.push({ kind: 'kept', count: head });
    if (from.length > 0 || to.length > 0) {
      const maxEditLength = Math.min(MAX_COMPARED.edits, this.edits);
      // A search is not needed to see that one side is empty.
      const isOneSided = from.length === 0 || to.length === 0;
      const found = isOneSided ? undefined : shortestWay(from, to, { maxEditLength });
      if (!found && !isOneSided) {
        this.edits -= maxEditLength;
        this.isTruncated = true;
        return undefined;
      }
      const between: Run[] = found ?? [
        { kind: 'removed', count: from.length },
        { kind: 'added', count: to.length },
      ];
      for (const { kind, count } of found ? between : []) if (kind !== 'kept') this.edits -= count;
      runs.push(...between.filter(({ count }) => count > 0));
    }
    if (tail > 0) runs.push({ kind: 'kept', count: tail });
    return runs;
  }

  /** Whether so many pairs of blocks may be compared by their words. */
  takePairs(count: number): boolean {
    if (count > this.pairs) return false;
    this.pairs -= count;
    return true;
  }
}

export type Kind = 'kept' | 'removed' | 'added';

export interface Run {
  readonly kind: Kind;
  readonly count: number;
}

/** Finds the shortest way from `old` to `now`; `undefined` if it is beyond the limits. */
export const shortestWay = <Item>(
  old: readonly Item[],
  now: readonly Item[],
  limits: { readonly maxEditLength: number; readonly timeout?: number },
): Run[] | undefined =>
  diffArrays([...old], [...now], limits)?.map(({ added, removed, count }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'kept',
    count,
  }));

/**
 * Finds the items that both lists keep, as pairs of their places, in order; none if `search` finds no way.
 * @param search gets only the items that both lists have: all others changed anyway, and it is faster without them
 */
export function keptPlaces<Item>(
  old: readonly Item[],
  now: readonly Item[],
  search: (old: readonly Item[], now: readonly Item[]) => readonly Run[] | undefined,
): [old: number, now: number][] {
  const [oldShared, nowShared] = [placesOfShared(old, now), placesOfShared(now, old)];
  const way = search(
    oldShared.map((place) => old[place]!),
    nowShared.map((place) => now[place]!),
  );
  const places: [number, number][] = [];
  let [oldSeen, nowSeen] = [0, 0];
  for (const { kind, count } of way ?? []) {
    for (let each = 0; kind === 'kept' && each < count; each += 1)
      places.push([oldShared[oldSeen + each]!, nowShared[nowSeen + each]!]);
    if (kind !== 'added') oldSeen += count;
    if (kind !== 'removed') nowSeen += count;
  }
  return places;
}

function placesOfShared<Item>(items: readonly Item[], others: readonly Item[]): number[] {
  const among = new Set(others);
  return items.flatMap((item, place) => (among.has(item) ? [place] : []));
}

/** Returns how many items two lists have in common at their start, and how many of the others at their end. */
export function equalEnds<Item>(
  old: readonly Item[],
  now: readonly Item[],
): [head: number, tail: number] {
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [head, tail];
}

/** An old block and the block that replaces it. One of the two is absent if the other was removed or added. */
export type Pair =
  | { readonly old: Block; readonly now: Block }
  | { readonly old: Block; readonly now?: never }
  | { readonly old?: never; readonly now: Block };

/** Finds for each old block the block that replaces it. Both lists of blocks keep their order. */
export function aligned(
  old: readonly Block[],
  now: readonly Block[],
  work: ComparisonWork,
): Pair[] {
  const isRow = old.length === now.length && old.every((block) => /^t[dh]$/.test(nameOf(block)));
  if (isRow) return old.map((block, at) => ({ old: block, now: now[at]! }));
  const [head, tail] = equalEnds(keysOf(old), keysOf(now));
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  const same = (from: number, to: number): Pair[] =>
    now.slice(from, to).map((block) => ({ old: block, now: block }));
  return [
    ...same(0, head),
    ...alignedBetween(old.slice(head, oldEnd), now.slice(head, nowEnd), work),
    ...same(nowEnd, now.length),
  ];
}

const keysOf = (blocks: readonly Block[]): number[] => blocks.map(({ key }) => key);

/** Pairs blocks by their words; if they are too many for that, first finds the blocks that did not change. */
function alignedBetween(
  old: readonly Block[],
  now: readonly Block[],
  work: ComparisonWork,
): Pair[] {
  if (old.length * now.length <= MAX_COMPARED.pairs / 2) return pairedUp(old, now, work);
  const kept = keptPlaces(keysOf(old), keysOf(now), (from, to) => work.diff(from, to));
  return pairsAt(kept, old, now, (from, to) => pairedUp(from, to, work));
}

/** Pairs the blocks at these places; `between` pairs the blocks before, between and after them. */
function pairsAt(
  places: Iterable<readonly [old: number, now: number]>,
  old: readonly Block[],
  now: readonly Block[],
  between: (old: readonly Block[], now: readonly Block[]) => Pair[],
): Pair[] {
  const pairs: Pair[][] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const [oldPlace, nowPlace] of places) {
    pairs.push(between(old.slice(oldAt, oldPlace), now.slice(nowAt, nowPlace)));
    pairs.push([{ old: old[oldPlace]!, now: now[nowPlace]! }]);
    [oldAt, nowAt] = [oldPlace + 1, nowPlace + 1];
  }
  pairs.push(between(old.slice(oldAt), now.slice(nowAt)));
  return pairs.flat();
}

/** Minimum share of words that a block and its replacement have in common. */
const MIN_ALIKE = 0.3;

/** Pairs blocks with the same element and common words, so that the pairs have as much text in common as possible. */
function pairedUp(old: readonly Block[], now: readonly Block[], work: ComparisonWork): Pair[] {
  if (old.length === 0 || now.length === 0) return leftOver(old, now);
  const isSearched = work.takePairs(old.length * now.length);
  if (!isSearched) work.isTruncated = true;
  const [oldWords, nowWords] = [old.map(wordSet), now.map(wordSet)];
  const alike = (at: number, other: number): number => {
    if (nameOf(old[at]!) !== nameOf(now[other]!)) return 0;
    const isSame = old[at]!.key === now[other]!.key;
    const share = isSame ? 1 : shareOf(oldWords[at]!, nowWords[other]!);
    // A long paragraph with a changed word weighs more than a short one that only moved.
    return share >= MIN_ALIKE ? share * (now[other]!.text.length + 1) : 0;
  };
  const partners = isSearched
    ? bestPartners(old.length, now.length, alike)
    : inOrder(old, now, alike);
  return pairsAt(partners, old, now, leftOver);
}

/** Blocks without common words replace each other if they stand at the same place and are of the same kinds. */
function leftOver(old: readonly Block[], now: readonly Block[]): Pair[] {
  const isReplaced =
    old.length === now.length && old.every((block, at) => nameOf(block) === nameOf(now[at]!));
  if (isReplaced) return old.map((block, at) => ({ old: block, now: now[at]! }));
  return [...old.map((block) => ({ old: block })), ...now.map((block) => ({ now: block }))];
}

type Alike = (at: number, other: number) => number;

function bestPartners(rows: number, columns: number, alike: Alike): Map<number, number> {
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  const scores = Array.from({ length: rows }, (_, at) =>
    Float64Array.from({ length: columns }, (_each, other) => alike(at, other)),
  );
  for (let at = rows - 1; at >= 0; at -= 1)
    for (let other = columns - 1; other >= 0; other -= 1) {
      const score = scores[at]![other]!;
      const paired = score > 0 ? score + best[at + 1]![other + 1]! : 0;
      best[at]![other] = Math.max(paired, best[at + 1]![other]!, best[at]![other + 1]!);
    }
  const partners = new Map<number, number>();
  for (let [at, other] = [0, 0]; at < rows && other < columns;) {
    const score = scores[at]![other]!;
    if (score > 0 && best[at]![other] === score + best[at + 1]![other + 1]!) {
      partners.set(at, other);
      at += 1;
      other += 1;
    } else if (best[at]![other] === best[at + 1]![other]) at += 1;
    else other += 1;
  }
  return partners;
}

/** Pairs blocks at the same place, if there are too many blocks for a search. */
const inOrder = (old: readonly Block[], now: readonly Block[], alike: Alike): Map<number, number> =>
  new Map(
    old
      .slice(0, now.length)
      .flatMap((_, at): [number, number][] => (alike(at, at) > 0 ? [[at, at]] : [])),
  );

const wordSet = ({ text }: Block): ReadonlySet<string> =>
  new Set(text.match(/[\p{Script=Han}\p{Script=Hira}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu));

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return (2 * common) / (one.size + other.size);
}
