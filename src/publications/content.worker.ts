import { applyEdits, type Edit, type Edited } from './document/edits.js';
import type { Span } from './document/text-search.js';
import { task } from '../platform/threads/outcome.js';
import { headings, type Section } from '../rendering/headings.js';
import { advance } from './views/content-part.js';
import { type ContentChanges, contentChanges } from './views/content-changes.js';
import { type Outline, outlineOf } from './views/outline.js';

/** Work on whole contents, which may take longer than a request may hold up the others. */
export type ContentTask =
  /** 100,000 sections are cut down where they are found: to hand all of them over would hold up the others. */
  | { readonly kind: 'outline'; readonly content: string; readonly maxBytes: number | undefined }
  | { readonly kind: 'section'; readonly content: string; readonly id: string }
  | { readonly kind: 'edits'; readonly content: string; readonly edits: readonly Edit[] }
  | { readonly kind: 'changes'; readonly before: string; readonly after: string };

export interface ContentAnswers {
  /** Empty where the content is nested too deeply to be rendered. */
  readonly outline: Outline;
  /** The content of the section; `undefined`: there is none. */
  readonly section: string | undefined;
  /** All edits are made, or none. */
  readonly edits: Edited;
  readonly changes: ContentChanges;
}

export default task((work: ContentTask): ContentAnswers[keyof ContentAnswers] => {
  if (work.kind === 'outline') return outlineOf(sectionsOf(work.content), work.maxBytes);
  if (work.kind === 'section') return textOf(work.content, work.id);
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

function spanOf(content: string, { offset, length }: Section): Span {
  const start = advance(content, 0, offset);
  return { start, end: advance(content, start, length) };
}

function textOf(content: string, id: string): string | undefined {
  const found = sectionsOf(content).find((each) => each.id === id);
  if (!found) return undefined;
  const { start, end } = spanOf(content, found);
  return content.slice(start, end);
}

function edited(content: string, edits: readonly Edit[]): Edited {
  const named = new Set(edits.flatMap(({ section }) => section ?? []));
  const known = named.size === 0 ? [] : sectionsOf(content).filter(({ id }) => named.has(id));
  const sections = new Map(known.map((each) => [each.id, spanOf(content, each)]));
  return applyEdits(content, edits, (id) => sections.get(id));
}
