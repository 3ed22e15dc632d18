import { expect } from 'vitest';
import type { Answer } from './client.js';

/** Expects a refusal with this status and code. */
export function expectRefusal({ status, body }: Answer, wanted: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: wanted, code });
}

/** Expects `422 validation_failed` with errors in exactly these fields, in any order. */
export function expectFaults(answer: Answer, ...fields: string[]): void {
  expectRefusal(answer, 422, 'validation_failed');
  expect(answer.body.details.errors.map(({ field }) => field).toSorted()).toEqual(
    fields.toSorted(),
  );
}

/** Expects a success with this status, and returns the body of the answer. */
export function expectAccepted(answer: Answer, status: number): Answer['body'] {
  expect({ status: answer.status, refused: answer.body.details }).toEqual({ status });
  return answer.body;
}

const SENTENCES = /^[A-Z\d].{10,}[^ ]\.$/s;

/** Expects a refusal in the exact form of contract 6, with a type that links to the errors page. */
export async function expectProblem(
  answer: Answer,
  wanted: number,
  code: string,
  url: string,
): Promise<void> {
  expectRefusal(answer, wanted, code);
  const { headers, body } = answer;
  expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json(;|$)/);
  expect(body).toEqual({
    type: `${url}/docs/errors#${code}`,
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/) as string,
    status: wanted,
    detail: expect.stringMatching(SENTENCES) as string,
    code,
    details: expect.any(Object) as object,
    nextStep: expect.stringMatching(SENTENCES) as string,
    retryable: wanted === 429 || wanted >= 500,
    requestId: headers.get('X-Request-Id'),
  });
}
