import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '../errors/problem-code.js';
import { PROBLEM_TABLE } from '../errors/problem-table.js';

/**
 * Documents codes that a route answers, beside those that every route has and those that follow from
 * its access. Each stands as an example of its status: examples are what Nest adds up when several
 * decorators of a route speak of one status. The document shows them as problems.
 */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ...codes.map((code) => {
      const { status, title } = PROBLEM_TABLE[code];
      return ApiResponse({ status, examples: { [code]: { summary: title, value: null } } });
    }),
  );
