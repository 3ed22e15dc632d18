import { type INestApplication, Injectable } from '@nestjs/common';
import {
  type ComponentsObject,
  DocumentBuilder,
  type ExampleObject,
  type OpenAPIObject,
  type OperationObject,
  SwaggerModule,
  type ReferenceObject,
  type SchemaObject,
} from '@nestjs/swagger';
import { KEY_SECURITY, KEY_SECURITY_SCHEME } from '../keys/key-security.js';
import { API_VERSION, Config } from '../platform/config/config.js';
import { PROBLEM_CODES } from '../platform/problems/catalogue.js';
import { exampleOf, problemBody } from '../platform/problems/problem.js';
import { ANSWER_HEADERS } from '../platform/openapi/answer-headers.js';
import { ProblemDto } from '../platform/openapi/problem.dto.js';
import { completeOperation } from './complete-operation.js';

/**
 * Makes an example of every problem code that operations can return. These are all codes except `method_not_allowed`.
 */
const problemExamples = (publicBaseUrl: string): Record<string, ExampleObject> =>
  Object.fromEntries(
    PROBLEM_CODES.filter((code) => code !== 'method_not_allowed').map((code) => {
      const value = problemBody(exampleOf(code), 'http', publicBaseUrl, REQUEST_ID);
      return [code, { summary: value.title, value }];
    }),
  );

const REQUEST_ID = '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10';

/** The licence of the service, not of the published documents. */
const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-Unlicensed' };

const DESCRIPTION = `
The publishing desk for documents that machines write.

Send a publisher key as \`Authorization: Bearer …\`. The scopes of a key are separate: \`publish\` does not
include \`write\`, and \`write\` does not include \`read\`. Every write needs an \`Idempotency-Key\` and costs
one of the day's accepted writes. If you repeat a write with the same \`Idempotency-Key\`, you get the first
answer again, and the repetition costs nothing.

HEAD answers as GET does. A refusal is a problem (RFC 9457) with a stable \`code\`. Apart from the codes that
an operation lists, an unknown address is a 404 \`not_found\`, and a method that an address does not support
is a 405 \`method_not_allowed\`.
`.trim();

/** Makes the OpenAPI 3.1 document of all routes that decorators mark as operations (contract 4). */
function openApiDocument(app: INestApplication, publicBaseUrl: string): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Imprimatur')
    .setVersion(API_VERSION)
    .setDescription(DESCRIPTION)
    .setExternalDoc('Every problem code, and what to do about it', `${publicBaseUrl}/docs/errors`)
    .addServer(publicBaseUrl, 'This service')
    .addTag('publications', 'Documents: create, read, update, publish.')
    .addTag('account', 'The account of the key.')
    .addSecurity(KEY_SECURITY, KEY_SECURITY_SCHEME)
    .build();
  const { components, paths, ...rest } = SwaggerModule.createDocument(app, base, {
    onlyIncludeDecoratedEndpoints: true,
    extraModels: [ProblemDto],
  });
  // An OpenAPI path item can have members other than operations, but Nest writes only operations.
  const operations = Object.values(paths).flatMap((path): OperationObject[] => Object.values(path));
  operations.forEach(completeOperation);
  const document = { ...rest, paths, components: withSharedParts(components, publicBaseUrl) };
  const contact = { name: 'The operator of this service', url: publicBaseUrl };
  Object.assign(document.info, { contact, license: LICENSE });
  Object.values(components?.schemas ?? {}).forEach(describeDefaults);
  return document;
}

/**
 * Moves the default of each optional member into its description. From `default`, generators such as openapi-typescript
 * conclude that the member is always there, so a request would have to contain the member.
 */
function describeDefaults(schema: SchemaObject | ReferenceObject): void {
  if (!('properties' in schema)) return;
  for (const property of Object.values(schema.properties ?? {})) {
    if (!('default' in property)) continue;
    property.description = `${property.description} Default: ${JSON.stringify(property.default)}.`;
    delete property.default;
  }
}

const withSharedParts = (
  components: ComponentsObject | undefined,
  publicBaseUrl: string,
): ComponentsObject => ({
  ...components,
  headers: ANSWER_HEADERS,
  examples: problemExamples(publicBaseUrl),
});

/**
 * Builds the OpenAPI document at the first request for the document, not at the start of the process. Building takes 40
 * ms and 3 MiB of memory, and most processes never need the document.
 */
@Injectable()
export class OpenApiDocumentService {
  private application: INestApplication | undefined;
  private json: string | undefined;

  constructor(private readonly config: Config) {}

  /** Sets the application whose routes the document describes. Callers must call this method before `read`. */
  describe(app: INestApplication): void {
    this.application = app;
  }

  /** Returns the document as JSON. @throws Error if `describe` was not called */
  read(): string {
    if (!this.application) throw new Error('The application has not been described.');
    this.json ??= JSON.stringify(openApiDocument(this.application, this.config.publicBaseUrl));
    return this.json;
  }
}
