import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of these folders many spec files start processes, wait for time-outs or open a browser. */
const LONG = /\/test\/(process|embedded|campaign|operator|browser|rendering-pool)\//;

const place = ({ moduleId }: TestSpecification): string =>
  `${LONG.test(moduleId) ? 'first' : 'later'} ${moduleId}`;

/** The files that take long first, so that none of them is what the end is waited for; then by name. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)));
  }
}
