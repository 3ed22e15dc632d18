/** A refusal by the desk: a title and a sentence for a person, and a link to the next step (contract 13). */
export class DeskError extends Error {
  override readonly name = 'DeskError';

  constructor(
    readonly status: number,
    readonly title: string,
    sentence: string,
    /** Link to the next step; by default to the queue. */
    readonly link: { readonly href: string; readonly text: string } = {
      href: '/desk',
      text: 'What waits for a decision',
    },
  ) {
    super(sentence);
  }
}

export const foreignOrigin = (): DeskError =>
  new DeskError(
    403,
    'Sent from elsewhere',
    'This form was not sent from the desk, so nothing was done. Open the desk itself and decide there.',
  );

export const sessionEnded = (): DeskError =>
  new DeskError(
    403,
    'Your session has ended',
    'Nothing was done. Sign in again, and decide once more.',
    { href: '/desk', text: 'Sign in' },
  );

export const foreignForm = (): DeskError =>
  new DeskError(
    403,
    'This form belongs to another session',
    'Nothing was done. Open the document again and decide there.',
  );

export const notAForm = (): DeskError =>
  new DeskError(
    415,
    'This form cannot be read',
    'Nothing was done. The request is not a form (application/x-www-form-urlencoded). Open the desk and decide there.',
  );

export const malformedForm = (): DeskError =>
  new DeskError(400, 'The form is incomplete', 'Nothing was done. Open the document again.');

export const suspended = (): DeskError =>
  new DeskError(
    403,
    'The account is suspended',
    'Nobody can decide on its documents until the operator resumes it.',
    { href: '/', text: 'The public site' },
  );

export const movedOn = (href: string, sentence: string): DeskError =>
  new DeskError(409, 'The document has changed', `Nothing was done. ${sentence}`, {
    href,
    text: 'The document as it is now',
  });

export const noteInvalid = (href: string, fault: string): DeskError =>
  new DeskError(
    422,
    'The note cannot be accepted',
    `The note ${fault}. Nothing was done. Go back in your browser, where your text still is, and change it.`,
    { href, text: 'The document' },
  );
