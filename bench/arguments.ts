import { parseArgs } from 'node:util';
import type { Extent } from './measure.js';
import type { Phase } from './phases/phase.js';
import { PHASES } from './phases/phases.js';

/**
 * The bench takes twelve minutes on an otherwise idle machine. The warm-up is longer than a round, because V8 needs
 * some seconds to compile code that runs 800 times a second.
 */
const WHOLE: Extent = { rounds: 5, seconds: 1.5, warmUpSeconds: 4 };
const QUICK: Extent = { rounds: 2, seconds: 0.8, warmUpSeconds: 0.4 };

/** The options of the bench. */
export interface Wish {
  readonly extent: Extent;
  readonly phases: readonly Phase[];
  /** The phase to profile. If `profiled` is set, nothing else is measured. */
  readonly profiled: Phase | undefined;
}

/**
 * Reads the options `--quick`, `--phase NAME` and `--profile NAME`. `--phase NAME` measures all phases whose name
 * begins with NAME. `--profile NAME` profiles the first phase whose name begins with NAME.
 * @throws Error for any other option, or if no phase matches
 */
export function readArguments(): Wish {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      phase: { type: 'string', default: '' },
      profile: { type: 'string' },
    },
  });
  return {
    extent: values.quick ? QUICK : WHOLE,
    phases: named(values.phase),
    profiled: values.profile === undefined ? undefined : named(values.profile)[0],
  };
}

/**
 * Reads database sizes, in documents, from the command line. `usual` is the default.
 * @throws Error if a size is not a multiple of `batch`, or not larger than the size before it
 */
export function readSizes(batch: number, usual: readonly number[]): readonly number[] {
  const sizes = process.argv.slice(2).map(Number);
  if (sizes.some((size, place) => size % batch !== 0 || !(size > (sizes[place - 1] ?? 0)))) {
    throw new Error(`Sizes are multiples of ${batch}, in rising order.`);
  }
  return sizes.length > 0 ? sizes : usual;
}

function named(beginning: string): Phase[] {
  const found = PHASES.filter(({ name }) => name.startsWith(beginning));
  if (found.length > 0) return found;
  throw new Error(
    `No phase begins with ${beginning}: ${PHASES.map(({ name }) => name).join('; ')}`,
  );
}
