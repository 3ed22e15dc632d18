import { MAX_NOTE, MAX_QUOTE, NOTED_FIELDS, type NotedField } from '../documents/note.js';
import type { NewNote } from '../notes/notes.service.js';
import { readId } from '../platform/ids/ids.js';
import { integerRule, textRule } from '../platform/validation/rule.js';
import { malformedForm, noteInvalid } from './desk.errors.js';

const quoteRule = textRule({ min: 1, max: MAX_QUOTE });
const textOfNote = textRule({ min: 1, max: MAX_NOTE, visible: true });
const versionRule = integerRule(1);

/** Begins the value of a place that is a section; all other values are names of fields. */
export const SECTION_MARK = '#';

/**
 * Reads the form for a note. A quote is kept on one line, because lines differ between the article and its Markdown.
 * @throws DeskError 400 if a field is missing or malformed; 422 if the text or the quote breaks its rule
 */
export function readNoteForm(
  form: URLSearchParams,
  href: string,
): Omit<NewNote, 'publicationId' | 'by'> {
  const id = readId(form.get('key') ?? '');
  const version = Number(form.get('version') ?? Number.NaN);
  const place = form.get('place') ?? '';
  const section = place.startsWith(SECTION_MARK) ? place.slice(1) : null;
  const field = (section === null ? place : 'content') as NotedField;
  const isKnown = NOTED_FIELDS.includes(field) && section !== '' && place.length <= 1_000;
  if (id === undefined || versionRule(version) !== undefined || !isKnown) throw malformedForm();
  const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  const quote = (form.get('quote') ?? '').replace(/\s+/g, ' ').trim() || null;
  const fault = textOfNote(text);
  if (fault !== undefined) throw noteInvalid(href, `The note ${fault}.`);
  const quoteFault = quote === null ? undefined : quoteRule(quote);
  if (quoteFault !== undefined) throw noteInvalid(href, `The quote ${quoteFault}.`);
  return { id, version, field, section, quote, text };
}
