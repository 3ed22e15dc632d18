import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ExampleObject,
  OpenAPIObject,
  OperationObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';

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

/** Reads the committed document. `openapi.spec` checks that the service serves the same document. */
export function agreedDocument(): OpenAPIObject {
  const path = join(import.meta.dirname, '../golden/openapi.json');
  return JSON.parse(readFileSync(path, 'utf8')) as OpenAPIObject;
}

export async function fetchDocument(url: string): Promise<OpenAPIObject> {
  const response = await fetch(`${url}/openapi.json`);
  return (await response.json()) as OpenAPIObject;
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

/** Returns the example bodies for the requests of an operation. */
export function requestExamplesOf({
  operation,
}: DocumentedOperation): { name: string; value: Readonly<Record<string, unknown>> }[] {
  const body = operation.requestBody as RequestBodyObject | undefined;
  const examples = body?.content['application/json']?.examples as Record<string, ExampleObject>;
  return Object.entries(examples ?? {}).map(([name, { value }]) => ({ name, value }));
}
