import { applyDecorators, type Type } from '@nestjs/common';
import { ApiIncludeEndpoint, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '../problems/catalogue.js';
import { type AnswerHeader, headerRefs } from './answer-headers.js';

/** What an operation is called and does. */
interface OperationText {
  /** Name of the operation in generated clients. */
  readonly operationId: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Empty: it needs no publisher key. Absent: what its access decorators say. */
  readonly security?: [];
}

/** What an operation answers when it succeeds. */
interface SuccessText {
  readonly status: number;
  readonly description: string;
  /** The body; absent: none. */
  readonly body?: Type;
  /** Header fields beside those that every answer has. */
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
 * Documents codes that a route answers, beside those that every route has and those that follow from
 * its access. Each stands as an example of its status: examples are what Nest adds up when several
 * decorators of a route speak of one status. The document shows them as problems.
 */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ...codes.map((code) => {
      const { status, title } = PROBLEMS[code];
      return ApiResponse({ status, examples: { [code]: { summary: title, value: null } } });
    }),
  );
