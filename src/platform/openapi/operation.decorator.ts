import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiIncludeEndpoint,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '../problems/catalogue.js';
import { type AnswerHeader, headerRefs } from './answer-headers.js';

interface OperationText {
  readonly operationId: string;
  readonly summary: string;
  /** Text in Markdown. */
  readonly description: string;
  /** If empty, the operation needs no publisher key. If absent, the access decorators of the route document the key. */
  readonly security?: [];
}

interface SuccessText {
  readonly status: number;
  readonly description: string;
  /** Class of the body. If absent, the answer has no body. */
  readonly body?: Type;
  /** Class of the body for keys that may not see `body`. */
  readonly orElse?: Type;
  /** Header fields of this answer, besides the header fields that all answers have. */
  readonly headers?: readonly AnswerHeader[];
}

/** Puts a route into the OpenAPI document. A route without this decorator is left out. */
export const Operation = (text: OperationText): MethodDecorator =>
  applyDecorators(ApiOperation(text), ApiIncludeEndpoint());

/** Documents one way in which an operation succeeds. */
export const Answers = ({
  status,
  description,
  body,
  orElse,
  headers = [],
}: SuccessText): MethodDecorator => {
  const bodies = [body, orElse].filter((each) => each !== undefined);
  return applyDecorators(
    ApiExtraModels(...bodies),
    ApiResponse({
      status,
      description,
      headers: headerRefs(headers),
      ...(orElse
        ? { schema: { anyOf: bodies.map((each) => ({ $ref: getSchemaPath(each) })) } }
        : body && { type: body }),
    }),
  );
};

/**
 * Documents problem codes of a route. `codes` omits the codes that all routes have, and the codes that the access
 * decorators of the route document. Each code becomes an example of the answer with the status of the code. Examples
 * are used, because Nest merges the examples of several decorators for the same status. `src/docs` later puts a problem
 * into each example.
 */
export const Refuses = (...codes: ProblemCode[]): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ...codes.map((code) => {
      const { status, title } = PROBLEMS[code];
      return ApiResponse({ status, examples: { [code]: { summary: title, value: null } } });
    }),
  );
