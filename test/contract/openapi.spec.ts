import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/platform/problems/catalogue.js';
import { sharedPair } from '../setup/desk.js';
import {
  linesOf,
  operationsOf,
  problemsOf,
  requestExamplesOf,
  sharedDocument,
} from './openapi/document.js';
import { routesOf } from './openapi/routes.js';
import { DocumentSchemas } from './openapi/schemas.js';

/** Routes that are not operations of the API (contract 4, 8, 9, 12). */
const PAGES = [
  /^(?:GET|POST) \/desk(?:\/|$)/,
  /^GET \/openapi\.json$/,
  /^GET \/docs(\/|$)/,
  /^GET \/health\//,
  /^[\w-]+ \/mcp(\/public)?(\/server-card)?$/,
  /^[\w-]+ \/(\.well-known(\/|$)|register$|authorize$|token$)/,
  /^GET \/(\{locale\}(\/new|\/\{slug\}((@|%40)\{version\}|\/versions)?|\/feed\.xml)?)?$/,
  /^GET \/(search|search\.json|tags\/\{tag\}(\/feed\.xml)?|feed\.xml|robots\.txt|llms\.txt)$/,
  /^GET \/(sitemap|assets|site)/,
  /^GET \/preview\/\{token\}(\/changes|\/pictures\/\{file\})?$/,
  /^GET \/pictures\/\{file\}$/,
];

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

  it('[4.openapi-agrees] has every route of the service that is an operation of the API', async () => {
    const routes = await routesOf(desk.databaseUrl);
    const shown = routes.filter((route) => !PAGES.some((page) => page.test(route)));
    expect(shown.toSorted()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
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

  it('has no keyword that OpenAPI 3.1 removed', () => {
    const keywords = JSON.stringify(document.components?.schemas).match(/"(nullable|example)":/g);
    expect(keywords).toBeNull();
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
  it('[4.openapi-agrees] are those of the catalogue, each with the status in the catalogue', () => {
    const wrong = operations.flatMap(problemsOf).filter(({ status, code }) => {
      const kind = PROBLEM_CODES.find((known) => known === code);
      return !kind || String(PROBLEMS[kind].status) !== status;
    });
    expect(wrong).toEqual([]);
  });

  it('[4.openapi-agrees] include every code except method_not_allowed, which the description explains instead', () => {
    const named = new Set(operations.flatMap(problemsOf).map(({ code }) => code));
    expect(PROBLEM_CODES.filter((code) => !named.has(code))).toEqual(['method_not_allowed']);
    expect(document.info.description).toContain('method_not_allowed');
  });

  it('have schemas that accept exactly the examples of the same operation and status', () => {
    const apart = operations.flatMap((operation) =>
      problemsOf(operation).map(({ status, code }) => {
        const schema = `${operation.pointer}/responses/${status}/content/application~1problem+json/schema`;
        const accepted = EXEMPLIFIED.filter((other) => schemas.accepts(schema, example(other)));
        return {
          code,
          accepted: accepted.some((other) => other === code),
          others: accepted.length,
        };
      }),
    );
    const documented = operations.flatMap((operation) =>
      problemsOf(operation).map(({ status, code }) => ({
        code,
        accepted: true,
        others: problemsOf(operation).filter((problem) => problem.status === status).length,
      })),
    );
    expect(apart).toEqual(documented);
  });

  it('[6.type] have examples that link to the errors page and match the schema of a problem', () => {
    const faults = EXEMPLIFIED.flatMap((code) =>
      schemas.faults('/components/schemas/Problem', example(code)),
    );
    expect(faults).toEqual([]);
    expect(EXEMPLIFIED.map((code) => example(code).type)).toEqual(
      EXEMPLIFIED.map((code) => `https://press.example/docs/errors#${code}`),
    );
  });
});

/** Returns the documented example of the problem with this code. */
function example(code: string): { type: string } {
  const examples = document.components?.examples as Record<string, { value: { type: string } }>;
  return examples[code]!.value;
}
