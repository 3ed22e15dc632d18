import { applyDecorators, type Type } from '@nestjs/common';
import { ApiIncludeEndpoint, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '../problems/catalogue.js';
import { type AnswerHeader, headerRefs } from './answer-headers.js';

interface OperationText {
  readonly operationId: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Empty: it needs no publisher key. Absent: what its access decorators say. */
  readonly security?: [];
}

interface SuccessText {
  readonly status: number;
  readonly description: string;
  /** The body; absent: none. */
  readonly body?: Type;
  /** Header fields besides the common ones. */
  readonly headers?: readonly AnswerHeader[];
}

/** Puts a route into the OpenAPI document; without it a route is not shown. */
export const Operation = (text: OperationText): MethodDecorator =>
  applyDecorators(ApiOperation(text), ApiIncludeEndpoint());

/** Documents one way in which an operation succeeds. */
export const Answers = ({
  status,
  description,
  body,
  headers = [],
}: SuccessText): MethodDecorator =>
  ApiResponse({
    status,
    description,
    headers: headerRefs(headers),
    ...(body ? { type: body } : {}),
  });

/**
 * Documents the codes of a route, besides the common ones and those of its access. Each is an example of its status,
 * because Nest merges examples when several decorators name one status. The document shows them as problems.
 */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ...codes.map((code) => {
      const { status, title } = PROBLEMS[code];
      return ApiResponse({ status, examples: { [code]: { summary: title, value: null } } });
    }),
  );
