import type { INestApplication } from '@nestjs/common';
import {
  type ComponentsObject,
  DocumentBuilder,
  type OpenAPIObject,
  type OperationObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { KEY_SECURITY, KEY_SECURITY_SCHEME } from '../keys/key-security.js';
import { ANSWER_HEADERS } from '../platform/openapi/answer-headers.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import { ProblemDto } from '../platform/openapi/problem.dto.js';
import { completeOperation } from './complete-operation.js';
import { problemExamples } from './problem-example.js';

const DESCRIPTION = `
The publishing desk for documents that machines write.

Send a publisher key as \`Authorization: Bearer …\`. Its scopes are separate: \`publish\` does not
include \`write\`, and \`write\` does not include \`read\`. Every write needs an \`Idempotency-Key\` and costs
one of the day's accepted writes; a repetition with the same key is answered from the record and costs
nothing.

HEAD answers as GET does. A refusal is a problem (RFC 9457) with a stable \`code\`. Beside the codes that
an operation lists, an unknown address is a 404 \`not_found\` and a method that an address does not have
a 405 \`method_not_allowed\`.
`.trim();

/** The OpenAPI 3.1 document of all routes that are marked as operations (CONTRACT 4). */
export function openApiDocument(app: INestApplication, publicBaseUrl: string): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Imprimatur')
    .setVersion(API_VERSION)
    .setDescription(DESCRIPTION)
    .setExternalDoc('Every problem code, and what to do about it', `${publicBaseUrl}/docs/errors`)
    .addServer(publicBaseUrl)
    .addTag('publications', 'Documents: create, read, update, publish.')
    .addTag('account', 'The account of the key.')
    .addSecurity(KEY_SECURITY, KEY_SECURITY_SCHEME)
    .build();
  const { components, paths, ...rest } = SwaggerModule.createDocument(app, base, {
    onlyIncludeDecoratedEndpoints: true,
    extraModels: [ProblemDto],
  });
  // The paths that Nest makes hold operations and nothing else.
  const operations = Object.values(paths).flatMap((path): OperationObject[] => Object.values(path));
  operations.forEach(completeOperation);
  return { ...rest, paths, components: withSharedParts(components, publicBaseUrl) };
}

const withSharedParts = (
  components: ComponentsObject | undefined,
  publicBaseUrl: string,
): ComponentsObject => ({
  ...components,
  headers: ANSWER_HEADERS,
  examples: problemExamples(publicBaseUrl),
});
