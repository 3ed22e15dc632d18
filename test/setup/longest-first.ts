import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes each. */
const LONGEST = /\/(?:hostile-corpus|idle)\.long\.spec\.ts$/;
/** Folders with many spec files that start processes, wait for time-outs or open a browser. */
const LONG = /\/test\/(process|embedded|campaign|operator|browser)\//;

function place({ moduleId }: TestSpecification): string {
  const rank = LONGEST.test(moduleId) ? 1 : LONG.test(moduleId) ? 2 : 3;
  return `${rank} ${moduleId}`;
}

/**
 * Sorts slow files first, so that no slow file starts late and delays the end of the run. Sorts files of equal rank
 * by name.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)));
  }
}
