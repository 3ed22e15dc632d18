import type {
  ExampleObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';
import { inject } from 'vitest';
import type { AnswerBody } from '../../setup/client.js';
import { memberLines } from '../member-lines.js';

const METHODS = ['get', 'post', 'put', 'patch'] as const;

/** An operation of the OpenAPI document, and its position in the document. */
export interface DocumentedOperation {
  readonly id: string;
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Path, with its parameters in braces. */
  readonly path: string;
  readonly operation: OperationObject;
  /** JSON Pointer of the operation in the document. */
  readonly pointer: string;
}

/** Reads the document of the services that spec files share. The address in it is `https://press.example`. */
export async function sharedDocument(): Promise<OpenAPIObject> {
  const [url] = inject('api').urls;
  const text = await (await fetch(`${url}/openapi.json`)).text();
  return JSON.parse(text.replaceAll(url!, 'https://press.example')) as OpenAPIObject;
}

/** Returns all operations, in the order of the document. */
export function operationsOf({ paths }: OpenAPIObject): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`;
      return [
        { id: operation.operationId!, method: method.toUpperCase(), path, operation, pointer },
      ];
    }),
  );
}

export const scopeOf = ({ operation }: DocumentedOperation): string =>
  operation.security!.flatMap((requirement) => Object.values(requirement).flat())[0]!;

/** Returns the documented responses of an operation by status. No response is a reference. */
export const answersOf = ({ operation }: DocumentedOperation): [string, ResponseObject][] =>
  Object.entries(operation.responses) as [string, ResponseObject][];

/** Returns the problem codes that an operation documents, each with its status. */
export function problemsOf(operation: DocumentedOperation): { status: string; code: string }[] {
  return answersOf(operation).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => ({
      status,
      code,
    })),
  );
}

/** Returns the documented example of the problem with this code. */
export function exampleOf({ components }: OpenAPIObject, code: string): AnswerBody {
  return (components!.examples as Record<string, ExampleObject>)[code]!.value as AnswerBody;
}

/** Returns the example bodies for the requests of an operation. */
export function requestExamplesOf({
  operation,
}: DocumentedOperation): { name: string; value: Readonly<Record<string, unknown>> }[] {
  const body = operation.requestBody as RequestBodyObject | undefined;
  const examples = body?.content['application/json']?.examples as Record<string, ExampleObject>;
  return Object.entries(examples ?? {}).map(([name, { value }]) => ({ name, value }));
}

/**
 * Describes the document in lines, one for each operation, parameter and member of a schema. What each of them means is in
 * the types of the TypeScript client.
 */
export function linesOf(document: OpenAPIObject): string[] {
  const operations = operationsOf(document).flatMap((documented) => {
    const { id, method, path, operation } = documented;
    const answers = answersOf(documented).map(
      ([status, { headers = {} }]) => `${status} (${Object.keys(headers).join(' ')})`,
    );
    const parameters = (operation.parameters ?? []) as ParameterObject[];
    const problems = problemsOf(documented).map(({ code }) => code);
    const lines = parameters.flatMap(({ name, in: place, required, schema }) =>
      memberLines(`  ${place} ${name}${required ? '*' : ''}`, schema!, false),
    );
    lines.unshift(`${method} ${path} ${id} ${JSON.stringify(operation.security)}`);
    lines.push(`  answers ${answers.join(', ')}`, `  problems ${problems.join(' ')}`);
    return lines;
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
    memberLines(name, schema, false),
  );
  return [...operations, ...schemas];
}
