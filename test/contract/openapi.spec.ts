import type { OpenAPIObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/platform/problems/catalogue.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import {
  answersOf,
  type DocumentedOperation,
  fetchDocument,
  operationsOf,
  problemsOf,
  requestExamplesOf,
} from './openapi/document.js';
import { routesOf } from './openapi/routes.js';
import { DocumentSchemas } from './openapi/schemas.js';

/** Routes that are not operations of the API (contract 4, 8, 9, 12). */
const PAGES = [
  /^(?:GET|POST) \/desk(?:\/|$)/,
  /^GET \/openapi\.json$/,
  /^GET \/docs(\/|$)/,
  /^GET \/health\//,
  /^[\w-]+ \/mcp$/,
  /^[\w-]+ \/(\.well-known(\/|$)|register$|authorize$|token$)/,
  /^GET \/(\{locale\}(\/\{slug\}((@|%40)\{version\}|\/versions)?|\/feed\.xml)?)?$/,
  /^GET \/(search|search\.json|tags\/\{tag\}|feed\.xml|robots\.txt|llms\.txt)$/,
  /^GET \/(sitemap|assets|site)/,
  /^GET \/preview\/\{token\}(\/changes|\/pictures\/\{file\})?$/,
  /^GET \/pictures\/\{file\}$/,
];

let desk: SharedPair;
let document: OpenAPIObject;
let schemas: DocumentSchemas;
let operations: DocumentedOperation[];

beforeAll(async () => {
  desk = await sharedPair();
  document = await fetchDocument(desk.url);
  schemas = new DocumentSchemas(document);
  operations = operationsOf(document);
});

describe('the OpenAPI document', () => {
  it('[4.openapi] is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  // `npx vitest run test/contract/openapi.spec.ts --update` writes the file; review the change.
  it('[4.openapi-agrees] is the one that was agreed on', async () => {
    const text = JSON.stringify(document, null, 2).replaceAll(desk.url, 'https://press.example');
    await expect(`${text}\n`).toMatchFileSnapshot('golden/openapi.json');
  });

  it('[4.openapi-agrees] has every route of the service that is no page', async () => {
    const routes = await routesOf(desk.databaseUrl);
    const shown = routes.filter((route) => !PAGES.some((page) => page.test(route)));
    expect(shown.toSorted()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('[4.openapi-agrees] names each operation and the scope that it needs', () => {
    const scopes = operations.map(({ id, operation }) => [id, operation.security]);
    expect(Object.fromEntries(scopes)).toEqual({
      getAccountUsage: [{ publisherKey: ['read'] }],
      createPublication: [{ publisherKey: ['write'] }],
      listPublications: [{ publisherKey: ['read'] }],
      getPublication: [{ publisherKey: ['read'] }],
      updatePublication: [{ publisherKey: ['write'] }],
      publishPublication: [{ publisherKey: ['publish'] }],
      putPicture: [{ publisherKey: ['write'] }],
      uploadMissingPicture: [],
    });
  });

  it('[4.openapi-agrees] closes every request body', () => {
    const bodies = ['CreatePublication', 'UpdatePublication', 'PublishPublication', 'Author'];
    const closed = bodies.map((name) => document.components?.schemas?.[name]);
    expect(closed).toEqual(
      bodies.map(() => expect.objectContaining({ additionalProperties: false })),
    );
  });

  it('[4.openapi-agrees] shows only examples that are as their schemas have them', () => {
    const faults = operations.flatMap((operation) =>
      requestExamplesOf(operation).flatMap(({ name, value }) =>
        schemas
          .faults(`${operation.pointer}/requestBody/content/application~1json/schema`, value)
          .map((fault) => `${operation.id}, ${name}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('has no keyword that OpenAPI 3.1 has done away with', () => {
    const keywords = JSON.stringify(document.components?.schemas).match(/"(nullable|example)":/g);
    expect(keywords).toBeNull();
  });

  it('is sent again only when it has changed', async () => {
    const first = await fetch(`${desk.url}/openapi.json`, { method: 'HEAD' });
    // Without this header, `fetch` adds `no-cache` to a conditional request.
    const headers = { 'If-None-Match': first.headers.get('ETag')!, 'Cache-Control': 'max-age=0' };
    const second = await fetch(`${desk.url}/openapi.json`, { headers });
    expect(first.headers.get('Cache-Control')).toBe('public, no-cache');
    expect([first.status, second.status]).toEqual([200, 304]);
  });
});

/** Codes of problems that an operation can answer; the document has an example of each. */
const EXEMPLIFIED = PROBLEM_CODES.filter((code) => code !== 'method_not_allowed');

describe('the problems in the OpenAPI document', () => {
  it('[4.openapi-agrees] are those of the closed list, each at its one status', () => {
    const wrong = operations.flatMap(problemsOf).filter(({ status, code }) => {
      const kind = PROBLEM_CODES.find((known) => known === code);
      return !kind || String(PROBLEMS[kind].status) !== status;
    });
    expect(wrong).toEqual([]);
  });

  it('[4.openapi-agrees] leave out no code that an operation can answer', () => {
    const named = new Set(operations.flatMap(problemsOf).map(({ code }) => code));
    expect(PROBLEM_CODES.filter((code) => !named.has(code))).toEqual(['method_not_allowed']);
    expect(document.info.description).toContain('method_not_allowed');
  });

  it('differ by schema as by example', () => {
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

  it('[6.type] point to the errors page and are whole', () => {
    const faults = EXEMPLIFIED.flatMap((code) =>
      schemas.faults('/components/schemas/Problem', example(code)),
    );
    expect(faults).toEqual([]);
    expect(EXEMPLIFIED.map((code) => example(code).type)).toEqual(
      EXEMPLIFIED.map((code) => `${desk.url}/docs/errors#${code}`),
    );
  });

  it('[4.openapi-agrees] come with the header fields of their kind', () => {
    const answers = operations.flatMap(answersOf);
    const withField = (name: string): string[] => [
      ...new Set(
        answers.filter(([, { headers = {} }]) => name in headers).map(([status]) => status),
      ),
    ];
    expect(withField('Retry-After').toSorted()).toEqual(['429', '503']);
    expect(withField('WWW-Authenticate').toSorted()).toEqual(['401', '403']);
    expect(answers.filter(([, { headers = {} }]) => !('X-Request-Id' in headers))).toEqual([]);
  });
});

/** Returns the example of an answer with a code. */
function example(code: string): { type: string } {
  const examples = document.components?.examples as Record<string, { value: { type: string } }>;
  return examples[code]!.value;
}
