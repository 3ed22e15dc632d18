import { task } from '../platform/threads/outcome.js';
import type { Passage } from '../site/html/changed-text.js';
import { changedText } from './changed-text.js';

/** What crosses over to the thread. */
export interface TextsToCompare {
  readonly before: string;
  readonly after: string;
  /** Whose words they are. */
  readonly locale: string;
}

export default task(({ before, after, locale }: TextsToCompare): Passage[] =>
  changedText(before, after, locale),
);
