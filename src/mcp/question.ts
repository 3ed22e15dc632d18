import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  PublicationChangesDto,
  PublicationViewDto,
} from '../publications/dto/publication-view.dto.js';
import { isObject, type JsonObject } from './json-rpc.js';

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

/**
 * Maximum length of a state, in characters. A longer state is cut. The states that this service makes are far shorter.
 */
const MAX_STATE_LENGTH = 500;
const ACTIONS = ['accept', 'decline', 'cancel'] as const;

/** Reads the answer from the params of a repeated call; `null` if there is no well-formed answer. */
export function hostAnswerOf({
  requestState: state,
  inputResponses: responses,
}: JsonObject): HostAnswer | null {
  const response = isObject(responses) ? responses[QUESTION] : undefined;
  if (typeof state !== 'string' || !isObject(response)) return null;
  const action = ACTIONS.find((known) => known === response.action);
  if (action === undefined) return null;
  const { decision, name } = isObject(response.content) ? response.content : {};
  return { state: state.slice(0, MAX_STATE_LENGTH), action, decision, name };
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

/** The call that caused a question. The repeated call, which contains the answer, must have the same values. */
export interface AskedCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly publicationId: string;
  /** The version that the person was shown. */
  readonly version: number;
  readonly idempotencyKey: string;
}

const macOf = (facts: string, call: AskedCall, secret: Buffer): Buffer => {
  const { accountId, keyId, publicationId, version, idempotencyKey } = call;
  // A JSON array is unambiguous, even if a member contains a separator.
  const signed = [facts, accountId, keyId, publicationId, version, idempotencyKey];
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
};

/**
 * Makes the state of a question. The client returns this state with the answer, as proof that this service asked about
 * this version in this call, and told the person these facts. Besides these facts, the state reveals nothing about the
 * call.
 * @param end expiry, in seconds since the epoch
 */
export function writeState(
  call: AskedCall,
  { end, isReturned, withdrawnAt }: AskedQuestion,
  secret: Buffer,
): string {
  const withdrawn = withdrawnAt === null ? '' : Date.parse(withdrawnAt);
  const facts = `${end}.${isReturned ? 1 : 0}.${withdrawn}`;
  return `${facts}.${macOf(facts, call, secret).toString('base64url')}`;
}

/** Reads the state of a question; `undefined` if the state was not issued for this call. */
export function readState(
  state: string,
  call: AskedCall,
  secret: Buffer,
): AskedQuestion | undefined {
  const [, facts, end, isReturned, withdrawn, mac] =
    /^((\d{1,12})\.([01])\.(\d{0,15}))\.([\w-]{43})$/.exec(state) ?? [];
  if (facts === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(facts, call, secret));
  if (!isOurs) return undefined;
  return {
    end: Number(end),
    isReturned: isReturned === '1',
    withdrawnAt: withdrawn === '' ? null : new Date(Number(withdrawn)).toISOString(),
  };
}
