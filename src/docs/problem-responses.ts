import { getSchemaPath, type ResponseObject } from '@nestjs/swagger';
import { PROBLEM_CODES, type ProblemCode } from '../platform/errors/problem-code.js';
import { PROBLEM_TABLE } from '../platform/errors/problem-table.js';
import { type AnswerHeader, headerRefs } from '../platform/openapi/answer-headers.js';
import { PROBLEM_EXPLANATIONS } from '../platform/openapi/problem-explanations.js';

/** Header fields of every answer of the API (CONTRACT 4). */
export const ON_EVERY_ANSWER: readonly AnswerHeader[] = ['X-Request-Id', 'Cache-Control'];

/** Header fields that come with a code (CONTRACT 4, 6). */
const WITH_CODE: Readonly<Partial<Record<ProblemCode, readonly AnswerHeader[]>>> = {
  unauthorized: ['WWW-Authenticate'],
  insufficient_scope: ['WWW-Authenticate'],
  daily_limit_exceeded: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  rate_limited: ['Retry-After'],
  unavailable: ['Retry-After'],
};

/** The answers for codes, by status (RFC 9457, CONTRACT 6). */
export function problemResponses(codes: readonly ProblemCode[]): Record<string, ResponseObject> {
  const inOrder = PROBLEM_CODES.filter((code) => codes.includes(code));
  const statuses = new Set(inOrder.map((code) => PROBLEM_TABLE[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      problemResponse(
        status,
        inOrder.filter((code) => PROBLEM_TABLE[code].status === status),
      ),
    ]),
  );
}

const problemResponse = (status: number, codes: readonly ProblemCode[]): ResponseObject => ({
  description: codes
    .map((code) => `\`${code}\`: ${PROBLEM_EXPLANATIONS[code].meaning}`)
    .join('\n\n'),
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
