import {
  getSchemaPath,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
} from '@nestjs/swagger';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../platform/problems/catalogue.js';
import { type AnswerHeader, headerRefs } from '../platform/openapi/answer-headers.js';

const ON_EVERY_ANSWER: readonly AnswerHeader[] = ['X-Request-Id', 'Cache-Control'];

const WITH_CODE: Readonly<Partial<Record<ProblemCode, readonly AnswerHeader[]>>> = {
  unauthorized: ['WWW-Authenticate'],
  insufficient_scope: ['WWW-Authenticate'],
  daily_limit_exceeded: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  rate_limited: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  unavailable: ['Retry-After'],
};

function problemResponses(codes: readonly ProblemCode[]): Record<string, ResponseObject> {
  const inOrder = PROBLEM_CODES.filter((code) => codes.includes(code));
  const statuses = new Set(inOrder.map((code) => PROBLEMS[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      problemResponse(
        status,
        inOrder.filter((code) => PROBLEMS[code].status === status),
      ),
    ]),
  );
}

const problemResponse = (status: number, codes: readonly ProblemCode[]): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning}`).join('\n\n'),
  headers: headerRefs([...ON_EVERY_ANSWER, ...codes.flatMap((code) => WITH_CODE[code] ?? [])]),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: getSchemaPath('Problem') },
          {
            type: 'object',
            properties: {
              status: { type: 'integer', enum: [status] },
              code: { type: 'string', enum: [...codes] },
            },
          },
        ],
      },
      examples: Object.fromEntries(
        codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
});

const ACCESS_CODES: readonly ProblemCode[] = [
  'unauthorized',
  'account_suspended',
  'rate_limited',
  'insufficient_scope',
];

const REQUEST_ID: ParameterObject = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'An id that you choose for this request. If the id does not match the pattern, the service replaces it.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

/** Adds the parts that all operations share, such as `X-Request-Id`, and the parts that depend on the scope. */
export function completeOperation(operation: OperationObject): void {
  const scope = scopeOf(operation);
  const answers = Object.entries(operation.responses) as [string, ResponseObject][];
  const successes = answers.filter(([status]) => Number(status) < 400);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  if (scope) operation.description += `\n\nNeeds a key with the scope \`${scope}\`.`;
  operation.parameters = [...(operation.parameters ?? []), REQUEST_ID];
  operation.responses = {
    ...Object.fromEntries(successes.map(([status, answer]) => [status, completed(answer)])),
    ...problemResponses([
      ...(scope ? ACCESS_CODES : []),
      ...refusals.flatMap(([, answer]) => namedCodes(answer)),
      'internal_error',
      'unavailable',
    ]),
  };
}

/** Returns the scope that the key needs; `undefined` if the operation needs no key. */
const scopeOf = ({ security }: OperationObject): string | undefined =>
  security?.flatMap((requirement) => Object.values(requirement).flat())[0];

/** Returns the problem codes that `@Refuses` added to an answer as examples. */
function namedCodes({ content = {} }: ResponseObject): ProblemCode[] {
  const examples = Object.values(content).map((media) => media.examples ?? {});
  return PROBLEM_CODES.filter((code) => examples.some((named) => code in named));
}

const completed = (answer: ResponseObject): ResponseObject => ({
  ...answer,
  headers: { ...answer.headers, ...headerRefs(ON_EVERY_ANSWER) },
});
