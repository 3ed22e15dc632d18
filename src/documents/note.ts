import { MEMBER_NAMES } from './document.js';

/** What a note can be about: the content, or a member of the document. */
export const NOTED_FIELDS = ['content', ...MEMBER_NAMES] as const;
export type NotedField = (typeof NOTED_FIELDS)[number];

/** The passage that a note is about. */
export interface Passage {
  readonly field: NotedField;
  /** Id of a section of the content; `null`: the whole field. */
  readonly section: string | null;
  /** At most 300 characters; `null`: the note is about all of it. */
  readonly quote: string | null;
}

/** Bounds of a note, in characters, and of the notes of a publication that are not closed. */
export const MAX_QUOTE = 300;
export const MAX_NOTE = 1_000;
export const MAX_NOTES = 100;
