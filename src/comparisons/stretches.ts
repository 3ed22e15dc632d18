import type { ComparisonWork, Kind } from './align.js';
import { textOf, type Token } from './blocks.js';

/** Successive tokens that were kept, removed or added. */
interface Stretch {
  readonly kind: Kind;
  readonly tokens: readonly Token[];
}

/** If less than this share of the shorter text is kept, the whole text counts as replaced. */
const MIN_KEPT = 0.3;

/** Finds the changed words of a text. The whole text counts as replaced if little of it is kept. */
export function stretchesOf(
  old: readonly Token[],
  now: readonly Token[],
  work: ComparisonWork,
): Stretch[] {
  const whole: Stretch[] = [
    { kind: 'removed', tokens: old },
    { kind: 'added', tokens: now },
  ];
  const runs = work.diff(keysOf(old), keysOf(now));
  if (!runs) return whole;
  const stretches: Stretch[] = [];
  let [oldAt, nowAt, kept] = [0, 0, 0];
  for (const { kind, count } of runs) {
    const tokens =
      kind === 'removed' ? old.slice(oldAt, oldAt + count) : now.slice(nowAt, nowAt + count);
    if (kind !== 'added') oldAt += count;
    if (kind !== 'removed') nowAt += count;
    if (kind === 'kept') kept += lettersIn(tokens);
    stretches.push({ kind, tokens });
  }
  const isAlike = kept >= Math.min(lettersIn(old), lettersIn(now)) * MIN_KEPT;
  return isAlike ? gathered(stretches) : whole;
}

const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key);

const lettersIn = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { text, whole }) => sum + (whole ? 1 : text.trim().length), 0);

/** Marks white space between two changes as changed too, so that changed words in a row make one mark. */
function gathered(stretches: readonly Stretch[]): Stretch[] {
  return stretches.flatMap((stretch, at): Stretch[] => {
    const { kind, tokens } = stretch;
    const isBetween = kind === 'kept' && at > 0 && at < stretches.length - 1;
    if (!isBetween || !/^[^\S\n]+$/.test(textOf(tokens)) || tokens.some(({ whole }) => whole)) {
      return [stretch];
    }
    return [
      { kind: 'removed', tokens },
      { kind: 'added', tokens },
    ];
  });
}
