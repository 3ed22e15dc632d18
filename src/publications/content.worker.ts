import { applyEdits, type Edit, type Edited } from '../documents/edits.js';
import { task } from '../platform/threads/outcome.js';
import { headings, type Section } from '../rendering/headings.js';
import { advance } from './content-part.js';
import { type ContentChanges, contentChanges } from './content-changes.js';

/** Work on whole contents, which may take longer than a request may hold up the others. */
export type ContentTask =
  | { readonly kind: 'sections'; readonly content: string }
  | { readonly kind: 'edits'; readonly content: string; readonly edits: readonly Edit[] }
  | { readonly kind: 'changes'; readonly before: string; readonly after: string };

export interface ContentAnswers {
  readonly sections: readonly Section[];
  readonly edits: Edited;
  readonly changes: ContentChanges;
}

export default task((work: ContentTask): ContentAnswers[keyof ContentAnswers] => {
  if (work.kind === 'sections') return sectionsOf(work.content);
  if (work.kind === 'edits') return edited(work.content, work.edits);
  return contentChanges(work.before, work.after);
});

/** What is nested too deeply to be rendered has no page, and so no anchors. */
function sectionsOf(content: string): readonly Section[] {
  try {
    return headings(content);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function edited(content: string, edits: readonly Edit[]): Edited {
  const named = new Set(edits.flatMap(({ section }) => section ?? []));
  const known = named.size === 0 ? [] : sectionsOf(content).filter(({ id }) => named.has(id));
  const sections = new Map(
    known.map(({ id, offset, length }) => {
      const start = advance(content, 0, offset);
      return [id, { start, end: advance(content, start, length) }];
    }),
  );
  return applyEdits(content, edits, (id) => sections.get(id));
}
