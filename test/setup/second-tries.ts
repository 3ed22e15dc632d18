import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/**
 * Reporter that writes into a file each test that failed and then passed on a retry, with the errors of that test.
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
