import type { ExampleObject } from '@nestjs/swagger';
import { problemBody } from '../platform/errors/problem-body.js';
import { PROBLEM_CODES } from '../platform/errors/problem-code.js';
import { Problem } from '../platform/errors/problem.js';
import { PROBLEM_EXPLANATIONS } from '../platform/openapi/problem-explanations.js';

/** An answer for each code, by code. */
export const problemExamples = (publicBaseUrl: string): Record<string, ExampleObject> =>
  Object.fromEntries(
    PROBLEM_CODES.map((code) => {
      const { meaning, nextStep, details = {} } = PROBLEM_EXPLANATIONS[code];
      const problem = new Problem(code, { detail: meaning, nextStep, details });
      const value = problemBody(problem, 'http', publicBaseUrl, REQUEST_ID);
      return [code, { summary: value.title, value }];
    }),
  );

const REQUEST_ID = '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10';
