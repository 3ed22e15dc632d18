import type { OperationObject, ParameterObject, ResponseObject } from '@nestjs/swagger';
import { PROBLEM_CODES, type ProblemCode } from '../platform/errors/problem-code.js';
import { headerRefs } from '../platform/openapi/answer-headers.js';
import { ON_EVERY_ANSWER, problemResponses } from './problem-responses.js';

const REQUEST_ID: ParameterObject = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'A name of your own for this request. One of another form is replaced.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

/** Adds to an operation what all have, and what follows from the access that its route declares. */
export function completeOperation(operation: OperationObject): void {
  const scopes = scopesOf(operation);
  const answers = Object.entries(operation.responses) as [string, ResponseObject][];
  const successes = answers.filter(([status]) => Number(status) < 400);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  if (scopes) operation.description = `${operation.description}\n\n${accessSentence(scopes)}`;
  operation.parameters = [...(operation.parameters ?? []), REQUEST_ID];
  operation.responses = {
    ...Object.fromEntries(successes.map(([status, answer]) => [status, completed(answer)])),
    ...problemResponses([
      ...accessCodes(scopes),
      ...refusals.flatMap(([, answer]) => namedCodes(answer)),
      'internal_error',
      'unavailable',
    ]),
  };
}

/** The scopes that a key needs; `undefined`: no key is asked for. */
const scopesOf = ({ security }: OperationObject): string[] | undefined =>
  security?.flatMap((requirement) => Object.values(requirement).flat());

const accessSentence = ([scope]: string[]): string =>
  scope === undefined ? 'Needs any valid key.' : `Needs a key with the scope \`${scope}\`.`;

function accessCodes(scopes: string[] | undefined): ProblemCode[] {
  if (!scopes) return [];
  const refused: ProblemCode[] = ['unauthorized', 'account_suspended', 'rate_limited'];
  return scopes.length > 0 ? [...refused, 'insufficient_scope'] : refused;
}

/** The codes that `@Refuses` left as examples. */
function namedCodes({ content = {} }: ResponseObject): ProblemCode[] {
  const examples = Object.values(content).map((media) => media.examples ?? {});
  return PROBLEM_CODES.filter((code) => examples.some((named) => code in named));
}

const completed = (answer: ResponseObject): ResponseObject => ({
  ...answer,
  headers: { ...answer.headers, ...headerRefs(ON_EVERY_ANSWER) },
});
