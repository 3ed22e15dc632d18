import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/**
 * Reporter of tests that failed and then passed on a retry. The reporter writes the name and the errors of each such
 * test into a file.
 */
export class SecondTries implements Reporter {
  constructor(private readonly path: string) {}

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const faults = test.result().errors?.map(({ message }) => `    ${message.split('\n', 1)[0]}\n`);
    const name = `${test.module.relativeModuleId}: ${test.fullName}\n`;
    appendFileSync(this.path, name + (faults ?? []).join(''));
  }
}
