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
      description: 'Readers see it as the name of who released this version.',
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
  'title' | 'url' | 'publishedVersion' | 'revision' | 'preview'
>;
type Lines = Pick<PublicationChangesDto, 'addedLines' | 'removedLines'>;

/**
 * Makes the question whether to release a revision (contract 8).
 * @param lines `null` if counting them took too long
 * @param isRepeated whether the person has already answered, but without a valid name
 */
export function question(
  { title, url, publishedVersion, revision, preview }: Shown,
  lines: Lines | null,
  state: string,
  { isRepeated }: { readonly isRepeated: boolean },
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
    ...(isRepeated
      ? [
          `Nothing was released: a name has ${NAME_BOUNDS.min} to ${NAME_BOUNDS.max} characters on one line.`,
        ]
      : []),
    'Release this version to everybody on the web?',
    `Title: ${title}`,
    `Version: ${revision}; ${readersSee}`,
    `Changed lines: ${changed}`,
    `Preview: ${preview!.url}`,
    `Address: ${url}`,
  ].join('\n');
  return new Question(message, state);
}
