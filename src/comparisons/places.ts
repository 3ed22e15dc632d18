import { firstCharacters, lastCharacters } from '../platform/validation/rule.js';
import { equalEnds } from './align.js';
import type { Replacement, Weight } from './words.js';

/** A place where two revisions differ. */
export interface Place {
  /** The element `place-{number}` of the page shows the place. */
  readonly number: number;
  /** Title of the section; empty before the first one. */
  readonly where: string;
  readonly kind: 'replaced' | 'added' | 'removed' | 'moved' | 'link' | 'style' | 'picture';
  /** A few words before and after the place in its paragraph, which did not change. */
  readonly before: string;
  readonly after: string;
  /** The removed and the added text, shortened; for a link, its addresses. */
  readonly left: string;
  readonly right: string;
  /** Why the place weighs more than others; empty if it does not. */
  readonly weights: readonly Weight[];
  /** Equal for places where the same text was changed in the same way. */
  readonly change: string;
}

/** Maximum length of a text in the list of places, in characters. */
const MAX_SHOWN = 120;
/** Length of the unchanged text beside a place, in characters. */
const BESIDE = 32;
/** What a caller says about a place. */
type NewPlace = Omit<Place, 'number' | 'where' | 'weights' | 'change'> &
  Partial<Pick<Place, 'weights' | 'change'>>;

/** Collects the places of a comparison, in their order. */
export class Places {
  readonly list: Place[] = [];
  /** Title of the section of the next places. */
  where = '';
  /** Blocks that were removed and added as wholes, with the numbers of their places. */
  private readonly movable = {
    removed: new Map<string, number>(),
    added: new Map<string, number>(),
  };

  constructor(private readonly weigh: (change: Replacement) => Weight[]) {}

  /** Adds a place to the list, and returns its number. */
  add(place: NewPlace): number {
    const { weights = [], change = changeOf(place.left, place.right) } = place;
    const found = this.weigh(place);
    const { left, right, before, after } = withoutCommon(place);
    this.list.push({
      ...place,
      number: this.list.length + 1,
      where: this.where,
      weights: [...new Set([...found, ...weights])],
      change,
      // The texts of the place are shown without the spaces around them, which belong to their neighbours.
      before: ending(before + (/^\s+/.exec(right || left)?.[0] ?? '')),
      after: beginning((/\s+$/.exec(right || left)?.[0] ?? '') + after),
      left: shortened(left),
      right: shortened(right),
    });
    return this.list.length;
  }

  /** Adds a place that shows whole blocks. @param key equal for equal blocks */
  addWhole(kind: 'removed' | 'added', text: string, key: string): number {
    const [left, right] = kind === 'removed' ? [text, ''] : ['', text];
    const number = this.add({ kind, before: '', after: '', left, right, change: key });
    this.movable[kind].set(key, number);
    return number;
  }

  /** Blocks that were removed at one place and added at another one were moved. */
  findMoved(): void {
    for (const [key, number] of this.movable.added) {
      const from = this.movable.removed.get(key);
      if (!from) continue;
      const moved = this.list[number - 1]!;
      this.list[number - 1] = { ...moved, kind: 'moved', weights: [] };
      this.list[from - 1] = { ...this.list[from - 1]!, kind: 'moved', weights: [] };
    }
  }
}

const changeOf = (left: string, right: string): string =>
  JSON.stringify([left.toLowerCase(), right.toLowerCase()]);

interface Sides {
  readonly left: string;
  readonly right: string;
  readonly before: string;
  readonly after: string;
}

const WORD_END = /(?<=[\s、。，；：])/;

/** Moves what two long texts have in common to the text beside them, so that the list shows where they differ. */
function withoutCommon({ left, right, before, after }: Sides): Sides {
  const isLong = Math.max(left.length, right.length) > MAX_SHOWN;
  if (!isLong || left === right) return { left, right, before, after };
  const [old, now] = [left.split(WORD_END), right.split(WORD_END)];
  const [head, tail] = equalEnds(old, now);
  return {
    left: old.slice(head, old.length - tail).join(''),
    right: now.slice(head, now.length - tail).join(''),
    before: before + old.slice(0, head).join(''),
    after: old.slice(old.length - tail).join('') + after,
  };
}

export const shortened = (text: string): string => {
  const characters = Array.from(
    text
      .slice(0, MAX_SHOWN * 4)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return characters.length <= MAX_SHOWN
    ? characters.join('')
    : `${characters.slice(0, MAX_SHOWN - 1).join('')}…`;
};

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Returns the end of the text before a place, from the beginning of the sentence on if it is near. */
const ending = (text: string): string => {
  const end = lastCharacters(onOneLine(lastCharacters(text, BESIDE * 2)), BESIDE);
  const sentence = /(?:[.!?…]\s|[。！？])(?!.*(?:[.!?…]\s\S|[。！？].))(.*)$/su.exec(end)?.[1];
  if (sentence !== undefined) return sentence;
  return text.length > BESIDE ? end.replace(/^\S*\s/, '…') : end;
};
const beginning = (text: string): string => {
  const start = firstCharacters(onOneLine(firstCharacters(text, BESIDE * 2)), BESIDE);
  return text.length > BESIDE ? start.replace(/\s\S*$/, '…') : start;
};
