import { describe, expect, it } from 'vitest';
import { type ContentTasks, contentTasks } from '../../../src/publications/content-tasks.js';
import type { TaskInput, TaskOutput } from '../../../src/platform/threads/thread-tasks.js';

/** Maximum processor time of a task on content, in µs. */
const MAX_PROCESSOR_US = 2_000_000;

function carriedOut<Kind extends keyof ContentTasks>(
  kind: Kind,
  input: TaskInput<ContentTasks, Kind>,
): TaskOutput<ContentTasks, Kind> {
  const before = process.cpuUsage();
  const value = contentTasks[kind](input as never);
  expect(process.cpuUsage(before).user).toBeLessThan(MAX_PROCESSOR_US);
  return value as TaskOutput<ContentTasks, Kind>;
}

describe('an edit of every occurrence', () => {
  it.each([
    [
      'a letter of prose',
      'the quick brown fox jumps over the lazy dog and then some more words ',
      'e',
    ],
    ['the only letter', 'a', 'a'],
    ['a letter on every line', 'x\n', 'x'],
    ['a space of wide characters', '가 ', ' '],
  ])('[2.edit-find] replaces %s throughout content of 200,000 characters', (_, piece, find) => {
    const content = piece.repeat(200_000 / piece.length + 1).slice(0, 200_000);
    const edits = [{ find, replace: 'q', all: true }];
    expect(carriedOut('edits', { content, edits })).toEqual({
      content: content.replaceAll(find, 'q'),
    });
  });
});

describe('a task on content with 25,000 sections', () => {
  const content = '# a\n'.repeat(25_000);

  it('[2.edit-section] edits one section', () => {
    const edits = [{ section: 's-a-24999', replace: '# b\n' }];
    const { content: made } = carriedOut('edits', { content, edits }) as { content: string };
    expect(made).toBe(`${'# a\n'.repeat(24_999)}# b\n`);
  });

  it('[4.view-outline] returns at most 1,000 sections in an outline', () => {
    for (const maxBytes of [undefined, 8_000]) {
      const { outline, sectionCount } = carriedOut('outline', { content, maxBytes });
      expect(sectionCount).toBe(25_000);
      expect(outline.length).toBeLessThanOrEqual(1_000);
      expect(outline[0]).toEqual({ id: 's-a', level: 1, title: 'a', offset: 0, length: 4 });
    }
  });

  it('[4.view-section] finds a section by its id, and the most similar id for an unknown one', () => {
    expect(carriedOut('section', { content: `${content}b`, id: 's-a-24999' })).toBe('# a\nb');
    const unknown = carriedOut('section', { content, id: 's-a-25000' });
    expect(unknown).toEqual({ likeliest: 's-a-2500' });
  });
});
