import { type DocumentValue, isList, MEMBER_NAMES } from '../documents/document.js';
import type { UpdateInput } from '../documents/revision.js';
import { advance } from '../platform/validation/rule.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';

/** A part of a content from one heading to the next one, which an approver can correct alone. */
export interface Passage {
  /** Id of the section that begins here; empty for the text before the first heading. */
  readonly id: string;
  /** Title of the section; empty for the text before the first heading. */
  readonly title: string;
  readonly text: string;
}

/**
 * Cuts a content at its headings. Joined, the passages are the content: white space before the first heading belongs to
 * the section of this heading.
 */
export function passagesOf(
  content: string,
  outline: NonNullable<PublicationViewDto['outline']>,
): Passage[] {
  let at = 0;
  let characters = 0;
  const starts = outline.map(({ id, title, offset }, place) => {
    at = advance(content, at, offset - characters);
    characters = offset;
    const hasNothingBefore = place === 0 && content.slice(0, at).trim() === '';
    return { id, title, start: hasNothingBefore ? 0 : at };
  });
  const all = [{ id: '', title: '', start: 0 }, ...starts];
  return all
    .map(({ id, title, start }, place) => ({
      id,
      title,
      text: content.slice(start, all[place + 1]?.start),
    }))
    .filter(({ text }) => text !== '');
}

/** Returns the passage with the first difference between two contents; `undefined` if they are equal. */
export function firstChanged(passages: readonly Passage[], before: string): Passage | undefined {
  let at = 0;
  return passages.find(({ text }) => {
    const isEqual = before.startsWith(text, at);
    at += text.length;
    return !isEqual;
  });
}

/** The members of a document that an approver corrects in the form: all but the author, who stays responsible. */
export type Corrected = Exclude<keyof DocumentValue, 'author'>;
export const CORRECTED = MEMBER_NAMES.filter((name): name is Corrected => name !== 'author');

/** The fields of a correction as a person reads and types them; lists have one item on each line. */
export type Typed = { readonly [Name in Corrected | 'text']: string };

/** Browsers send each line end as CR LF. The white space at the end of a passage is not shown and not changed. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trimEnd();

export const typedIn = (form: URLSearchParams): Typed =>
  mapped((name) => plain(form.get(name) ?? ''));

export const shown = (
  document: Pick<DocumentValue, Corrected>,
  passage: Passage | undefined,
): Typed =>
  mapped((name) =>
    plain(name === 'text' ? (passage?.text ?? '') : [document[name]].flat().join('\n')),
  );

/** What a person typed over what they were shown, and elsewhere what is there now. */
export const merged = (typed: Typed, before: Typed, now: Typed): Typed =>
  mapped((name) => (typed[name] === before[name] ? now[name] : typed[name]));

const mapped = (of: (name: keyof Typed) => string): Typed =>
  Object.fromEntries([...CORRECTED, 'text' as const].map((name) => [name, of(name)])) as Typed;

/** Makes the fields of an update out of what a person typed; empty if it is what they were shown. */
export function correction(
  typed: Typed,
  before: Typed,
  passages: readonly Passage[],
  passage: Passage | undefined,
): Omit<UpdateInput, 'expectedVersion'> {
  const given = (name: keyof Typed) => typed[name] !== before[name];
  const members = CORRECTED.filter(given).map((name) => [
    name,
    isList(name) ? lines(typed[name]) : typed[name],
  ]);
  return {
    ...(Object.fromEntries(members) as Partial<Pick<DocumentValue, Corrected>>),
    ...(given('text') && { content: replaced(passages, passage, typed.text) }),
  };
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function replaced(
  passages: readonly Passage[],
  passage: Passage | undefined,
  typed: string,
): string {
  const content = passages.map(({ text }) => text).join('');
  const lineEnd = /\r\n?/.exec(content)?.[0] ?? '\n';
  // The white space at its end separates a passage from the next heading.
  const separated = (old: string) =>
    typed === '' ? '' : typed.replaceAll('\n', lineEnd) + old.slice(old.trimEnd().length);
  return passages.map((one) => (one === passage ? separated(one.text) : one.text)).join('');
}
