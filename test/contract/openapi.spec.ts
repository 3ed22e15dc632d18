import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../src/platform/problems/catalogue.js';
import { sharedPair } from '../setup/desk.js';
import {
  exampleOf,
  linesOf,
  operationsOf,
  problemsOf,
  requestExamplesOf,
  sharedDocument,
} from './openapi/document.js';
import { DocumentSchemas } from './openapi/schemas.js';

const desk = await sharedPair();
const document = await sharedDocument();
const schemas = new DocumentSchemas(document);
const operations = operationsOf(document);

describe('the OpenAPI document', () => {
  it('[4.openapi] is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  // `npx vitest run test/contract/openapi.spec.ts --update` writes these two files. Review each change of them.
  it('[4.openapi-agrees] has the operations, parameters and members of golden/openapi.txt', async () => {
    await expect(`${linesOf(document).join('\n')}\n`).toMatchFileSnapshot('golden/openapi.txt');
  });

  it('[4.openapi-agrees] [4.openapi-generated] gives the types of the TypeScript client, with the defaults of the generator', async () => {
    const types = astToString(await openapiTS(document as OpenAPI3));
    const file = '../../clients/typescript/src/api.ts';
    await expect(COMMENT_HEADER + types).toMatchFileSnapshot(file);
  });

  it('[4.openapi-agrees] has only examples that match their schemas', () => {
    const faults = operations.flatMap((operation) =>
      requestExamplesOf(operation).flatMap(({ name, value }) =>
        schemas
          .faults(`${operation.pointer}/requestBody/content/application~1json/schema`, value)
          .map((fault) => `${operation.id}, ${name}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('gets the answer 304 if the client already has the current document', async () => {
    const first = await fetch(`${desk.url}/openapi.json`, { method: 'HEAD' });
    // If a conditional request has no `Cache-Control`, `fetch` adds `no-cache` to the request.
    const headers = { 'If-None-Match': first.headers.get('ETag')!, 'Cache-Control': 'max-age=0' };
    const second = await fetch(`${desk.url}/openapi.json`, { headers });
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect([first.status, second.status]).toEqual([200, 304]);
  });
});

/** Codes of the problems that an operation can return. The document has an example for each of these codes. */
const EXEMPLIFIED = PROBLEM_CODES.filter((code) => code !== 'method_not_allowed');

describe('the problems in the OpenAPI document', () => {
  it('[4.openapi-agrees] include every code except method_not_allowed, which the description explains instead', () => {
    const named = new Set(operations.flatMap(problemsOf).map(({ code }) => code));
    expect(PROBLEM_CODES.filter((code) => !named.has(code))).toEqual(['method_not_allowed']);
    expect(document.info.description).toContain('method_not_allowed');
  });

  it('[6.type] have examples that link to the errors page and match the schema of a problem', () => {
    const faults = EXEMPLIFIED.flatMap((code) =>
      schemas.faults('/components/schemas/Problem', exampleOf(document, code)),
    );
    expect(faults).toEqual([]);
    expect(EXEMPLIFIED.map((code) => exampleOf(document, code).type)).toEqual(
      EXEMPLIFIED.map((code) => `https://press.example/docs/errors#${code}`),
    );
  });
});
