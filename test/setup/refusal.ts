import { expect } from 'vitest';
import type { Answer } from './client.js';

/** Expects a refusal with this status and code. */
export function expectRefusal({ status, body }: Answer, wanted: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: wanted, code });
}

/** Expects `422 validation_failed` that names exactly these fields, in any order. */
export function expectFaults(answer: Answer, ...fields: string[]): void {
  expectRefusal(answer, 422, 'validation_failed');
  expect(answer.body.details.errors.map(({ field }) => field).toSorted()).toEqual(
    fields.toSorted(),
  );
}

/** Expects a success, and gives its body. */
export function expectAccepted(answer: Answer, status: number): Answer['body'] {
  expect({ status: answer.status, refused: answer.body.details }).toEqual({ status });
  return answer.body;
}
