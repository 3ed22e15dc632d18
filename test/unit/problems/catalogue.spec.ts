import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../../src/platform/problems/catalogue.js';
import { exampleOf, Problem, problemBody } from '../../../src/platform/problems/problem.js';

describe.each(PROBLEM_CODES)('the entry of %s', (code) => {
  it.each(['http', 'mcp'] as const)(
    '[6.next-step] leaves no placeholder in its sentences over %s',
    (at) => {
      const { detail, nextStep } = problemBody(exampleOf(code), at, 'https://desk.example', 'id');
      expect(`${detail} ${nextStep}`).not.toMatch(/[{}`]|undefined|\[object/);
      for (const sentence of [detail, nextStep]) expect(sentence).toMatch(/^[A-Z].{10,}[^ ]\.$/);
    },
  );
});

it.each(['http', 'mcp'] as const)(
  '[6.next-step] each code of the catalogue has a different next step over %s',
  (at) => {
    const steps = PROBLEM_CODES.map((code) => exampleOf(code).nextStep(at));
    expect(new Set(steps).size).toBe(PROBLEM_CODES.length);
  },
);

describe('a problem', () => {
  it('has the values of its details in its sentences', () => {
    const details = { expectedVersion: 7, currentVersion: 12 };
    const problem = new Problem('version_conflict', { details });
    expect(problem.message).toContain('at version 12; you sent expectedVersion 7.');
    expect(problem.nextStep('http')).toContain('`expectedVersion` 12;');
  });

  it('keeps its code, title, status and retryable if its sentences are replaced', () => {
    const problem = new Problem('not_found', {
      detail: 'Nothing is here.',
      nextStep: 'Look there.',
    });
    const { code, title, status, retryable, detail, nextStep } = problemBody(
      problem,
      'mcp',
      '',
      'id',
    );
    expect({ code, title, status, retryable, detail, nextStep }).toEqual({
      code: 'not_found',
      title: 'Not found',
      status: 404,
      retryable: false,
      detail: 'Nothing is here.',
      nextStep: 'Look there.',
    });
  });
});
