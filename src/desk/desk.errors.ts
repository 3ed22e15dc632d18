import type { ProblemCode } from '../platform/problems/catalogue.js';
import { Problem } from '../platform/problems/problem.js';

/** A refusal by the desk: a title and a sentence for a person, and a link to the next step (contract 13). */
export class DeskError extends Error {
  override readonly name = 'DeskError';

  constructor(
    /** Gives the status; the log has it as the reason of the refusal. */
    readonly code: ProblemCode,
    readonly title: string,
    sentence: string,
    /** Link to the next step; by default to the queue. */
    readonly link: { readonly href: string; readonly text: string } = {
      href: '/desk',
      text: 'Documents that wait for a decision',
    },
  ) {
    super(sentence);
  }
}

export const foreignOrigin = (publicBaseUrl: string): DeskError =>
  new DeskError(
    'insufficient_scope',
    'Not sent from the desk',
    `This form was not sent from a page of ${publicBaseUrl}, so nothing was done. Open the desk at that address.`,
    { href: `${publicBaseUrl}/desk`, text: `${publicBaseUrl}/desk` },
  );

/** Whether the session, its key or its account ended after the guard had found the session. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'unauthorized' || error.code === 'account_suspended');

export const sessionEnded = (): DeskError =>
  new DeskError(
    'insufficient_scope',
    'Your session has ended',
    'Nothing was done. Sign in again, and decide once more.',
    { href: '/desk', text: 'Sign in' },
  );

export const foreignForm = (): DeskError =>
  new DeskError(
    'insufficient_scope',
    'This form belongs to another session',
    'Nothing was done. Open the document again and decide there.',
  );

export const notAForm = (): DeskError =>
  new DeskError(
    'unsupported_media_type',
    'The request is not a form',
    'Nothing was done. The service accepts decisions only from the forms of its desk (application/x-www-form-urlencoded). Open the desk and decide there.',
  );

export const malformedForm = (): DeskError =>
  new DeskError(
    'invalid_request',
    'The form is incomplete',
    'Nothing was done. Open the document again.',
  );

export const movedOn = (href: string, sentence: string): DeskError =>
  new DeskError('version_conflict', 'The document has changed', `Nothing was done. ${sentence}`, {
    href,
    text: 'Show the current document',
  });

export const noteInvalid = (href: string, fault: string): DeskError =>
  new DeskError(
    'validation_failed',
    'The note cannot be accepted',
    `${fault} Nothing was done. Your text is below.`,
    { href, text: 'Back to the document' },
  );

/**
 * Titles and sentences of problems, for a person at the desk. Problems that are not listed keep their own title and
 * message.
 */
export const SENTENCES: Partial<
  Record<ProblemCode, { readonly title: string; readonly sentence: string }>
> = {
  not_found: {
    title: 'Not found',
    sentence: 'There is no such document, or it does not belong to this account.',
  },
  rate_limited: {
    title: 'Too many attempts',
    sentence: 'Wait a minute, then try again.',
  },
  publish_in_progress: {
    title: 'This version is being released already',
    sentence: 'Nothing was done: somebody released this version a moment ago.',
  },
  already_published: {
    title: 'This version is public already',
    sentence: 'Nothing was done: somebody has released this version before.',
  },
  approval_required: {
    title: 'Another person has to decide',
    sentence:
      'Nothing was released: you wrote this version, and this account requires that another person releases it.',
  },
  picture_missing: {
    title: 'Pictures are missing',
    sentence:
      'Nothing was released: a picture of this version was not uploaded, or has no alternative text. Send the version back with a note, or ask its author to correct it.',
  },
  sources_required: {
    title: 'Sources are missing',
    sentence:
      'Nothing was released: this version has fewer sources than this service requires. Send it back with a note, or ask its author to add them.',
  },
  daily_limit_exceeded: {
    title: 'The account has reached its limit of changes for today',
    sentence:
      'Nothing was done. Try again after midnight UTC, or ask the operator to raise the limit.',
  },
  payload_too_large: {
    title: 'The form is too large',
    sentence: 'Nothing was done. Go back in your browser and send a shorter text.',
  },
  unavailable: {
    title: 'The service is not available',
    sentence:
      'The service cannot answer now. Wait a few seconds, then send the form again. This is safe: your decision is never carried out twice.',
  },
};

/** Says what a problem means for a person at the desk. */
export const sentenceOf = (problem: Problem): string =>
  SENTENCES[problem.code]?.sentence ?? problem.message;
