import { describe, expect, it } from 'vitest';
import type { Edited } from '../../../src/documents/edits.js';
import contentTask from '../../../src/publications/content.worker.js';

/** Of a thread, which has five seconds for a task. */
const MAX_PROCESSOR_US = 5_000_000;

describe('an edit of a section', () => {
  it('[2.edit-section] is made among as many sections as a content can have', () => {
    const content = '# a\n'.repeat(50_000);
    const edits = [{ section: 's-a-49999', replace: '# b\n' }];
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const before = process.cpuUsage();
    const outcome = contentTask({ input: { kind: 'edits', content, edits }, begun });
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_PROCESSOR_US);
    const { content: made } = (outcome as { value: Edited }).value as { content: string };
    expect(made).toBe(`${'# a\n'.repeat(49_999)}# b\n`);
  });
});
