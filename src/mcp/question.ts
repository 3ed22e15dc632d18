import type {
  PublicationChangesDto,
  PublicationViewDto,
} from '../publications/dto/publication-view.dto.js';
import { QUESTION } from './host-answer.js';

/** A question to the person, which the host asks with a form (MCP 2026-07-28, `InputRequiredResult`). */
export class Question {
  constructor(
    readonly message: string,
    /** Signed state. The client returns it with the answer. */
    readonly state: string,
  ) {}
}

export const RELEASE = 'release';

/** Bounds for the length of the person's name, in characters. Readers see this name. */
export const NAME_BOUNDS = { min: 1, max: 120 };

/** The schema of the form. No member has a default value, so an empty form decides nothing. */
const REQUESTED_SCHEMA = {
  type: 'object' as const,
  properties: {
    decision: {
      type: 'string' as const,
      title: 'Decision',
      description: 'Release it to everybody on the web, or not.',
      enum: [RELEASE, 'do not release'],
    },
    name: {
      type: 'string' as const,
      title: 'Your name',
      description:
        'Readers see that the person of this name released the version, as this program says.',
      minLength: NAME_BOUNDS.min,
      maxLength: NAME_BOUNDS.max,
    },
  },
  required: ['decision', 'name'],
};

/** Makes the result that tells a client of MCP version 2026-07-28 to ask the person and then to repeat the call. */
export const inputRequired = ({ message, state }: Question) => ({
  resultType: 'input_required' as const,
  inputRequests: {
    [QUESTION]: {
      method: 'elicitation/create' as const,
      params: { mode: 'form' as const, message, requestedSchema: REQUESTED_SCHEMA },
    },
  },
  requestState: state,
});

type Shown = Pick<
  PublicationViewDto,
  'title' | 'url' | 'publishedVersion' | 'revision' | 'preview' | 'returned' | 'withdrawn'
>;
type Lines = Pick<PublicationChangesDto, 'addedLines' | 'removedLines'>;

/**
 * Makes the question whether to release a revision (contract 8).
 * @param lines `null` if counting them took too long
 * @param why the question is asked again; `null` if it is asked for the first time, or the answer came too late
 */
export function question(
  { title, url, publishedVersion, revision, preview, returned, withdrawn }: Shown,
  lines: Lines | null,
  state: string,
  why: string | null,
): Question {
  const readersSee =
    publishedVersion === null
      ? 'nothing of it is public yet'
      : `readers see version ${publishedVersion}`;
  const changed =
    lines === null
      ? 'not counted in time, see the preview'
      : `${lines.addedLines} added, ${lines.removedLines} removed`;
  const message = [
    ...(why === null ? [] : [`Nothing was released: ${why}`]),
    'Release this version to everybody on the web?',
    `Title: ${title}`,
    `Version: ${revision}; ${readersSee}`,
    ...(withdrawn
      ? [
          `Withdrawn: an operator took it from the public at ${withdrawn.at}; a release makes it public again`,
        ]
      : []),
    ...(returned
      ? [`Sent back: by ${returned.by} at ${returned.at}: ${onOneLine(returned.note)}`]
      : []),
    `Changed lines: ${changed}`,
    `Preview: ${preview!.url}`,
    `Address: ${url}`,
  ].join('\n');
  return new Question(message, state);
}

/** Maximum length of the note of a person in a question, in characters. */
const MAX_NOTE = 300;

/** Puts a note on one line, so that no part of the note looks like another line of the question. */
function onOneLine(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  const rest = characters.length > MAX_NOTE ? '…' : '';
  return characters.slice(0, MAX_NOTE).join('') + rest;
}

/** Reasons for which a person is asked again. */
export const ASKED_AGAIN = {
  name: `a name has ${NAME_BOUNDS.min} to ${NAME_BOUNDS.max} characters on one line.`,
  movedOn: 'the document was withdrawn, or this version was sent back, since you were asked.',
};
