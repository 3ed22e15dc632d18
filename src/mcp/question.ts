import { inputResponse } from '@modelcontextprotocol/server';
import { TokenFormat } from '../platform/ids/signed-token.js';
import { isObject } from '../platform/validation/shape.js';
import type {
  PublicationChangesDto,
  PublicationViewDto,
} from '../publications/dto/publication-view.dto.js';
import type { JsonObject } from './json-rpc.js';

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
      description: 'Whether to release this version to everybody on the web.',
      enum: [RELEASE, 'do not release'],
    },
    name: {
      type: 'string' as const,
      title: 'Your name',
      description:
        'Readers see this name as that of the person who released the version. They also see that this program stated the name.',
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
      ? 'no version of the document is public'
      : `readers see version ${publishedVersion}`;
  const changed =
    lines === null
      ? 'not counted, because counting them took too long; the preview shows the changes'
      : `${lines.addedLines} added, ${lines.removedLines} removed`;
  const message = [
    ...(why === null ? [] : [`Nothing was released: ${why}`]),
    'Release this version to everybody on the web?',
    `Title: ${title}`,
    `Version: ${revision}; ${readersSee}`,
    ...(withdrawn
      ? [
          `Withdrawn: an operator took the document offline at ${withdrawn.at}; a release makes it public again`,
        ]
      : []),
    ...(returned
      ? [`Sent back for changes: by ${returned.by} at ${returned.at}: ${onOneLine(returned.note)}`]
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
  name: `the name of a person must have ${NAME_BOUNDS.min} to ${NAME_BOUNDS.max} characters, on one line.`,
  movedOn:
    'after you were asked, an operator withdrew the document, or an approver sent this version back.',
};

/** The person's answer to a question that the host asked (MCP 2026-07-28, "Elicitation"). */
export interface HostAnswer {
  /** The state of the question, as the client returned it; not verified. */
  readonly state: string;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The person's choice and name, as the client sent them; not validated. */
  readonly decision: unknown;
  readonly name: unknown;
}

/** Key of the question in `inputRequests`, and of the answer in `inputResponses`. */
export const QUESTION = 'approval';

/** Reads the answer from the params of a repeated call; `null` if there is no well-formed answer. */
export function hostAnswerOf({
  requestState: state,
  inputResponses: responses,
}: JsonObject): HostAnswer | null {
  const response = inputResponse(isObject(responses) ? responses : {}, QUESTION);
  if (typeof state !== 'string' || response.kind !== 'elicit') return null;
  const { decision, name } = response.content ?? {};
  return { state, action: response.action, decision, name };
}

/**
 * A question of this service, as its state describes it: until when it is valid, and what it told the person about the
 * document. If that changes, the question is no longer valid.
 */
export interface AskedQuestion {
  /** Expiry, in seconds since the epoch. */
  readonly end: number;
  /** Whether the revision had been sent back. */
  readonly isReturned: boolean;
  /** When the document had been withdrawn, RFC 3339; `null` if it had not. */
  readonly withdrawnAt: string | null;
}

/** Bytes of the claim (format, end, sent back, withdrawn) and of the signature. */
const STATE = new TokenFormat(1 + 4 + 1 + 6, 21);

/**
 * Makes the state of a question. The client returns this state with the answer, as proof that this service asked, and
 * told the person these facts.
 * @param key belongs to the call that caused the question
 */
export function writeState({ end, isReturned, withdrawnAt }: AskedQuestion, key: Buffer): string {
  const claim = STATE.newClaim();
  claim.writeUInt32BE(end, 1);
  claim.writeUInt8(Number(isReturned), 5);
  claim.writeUIntBE(withdrawnAt === null ? 0 : Date.parse(withdrawnAt), 6, 6);
  return STATE.write(claim, key);
}

/** Reads the state of a question; `undefined` if it was not signed with `key`. */
export function readState(state: string, key: Buffer): AskedQuestion | undefined {
  const token = STATE.read(state);
  if (!STATE.isSigned(token, key)) return undefined;
  const { claim } = token;
  const withdrawn = claim.readUIntBE(6, 6);
  return {
    end: claim.readUInt32BE(1),
    isReturned: claim.readUInt8(5) === 1,
    withdrawnAt: withdrawn === 0 ? null : new Date(withdrawn).toISOString(),
  };
}
