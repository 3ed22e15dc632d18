import { randomUUID } from 'node:crypto';
import type { ParameterObject, SchemaObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { agreedDocument, type DocumentedOperation, operationsOf } from './openapi/document.js';
import { type Probe, probesOf } from './openapi/probes.js';
import { DocumentSchemas } from './openapi/schemas.js';

const document = agreedDocument();
const schemas = new DocumentSchemas(document);
const operations = operationsOf(document);

const desk = await sharedPair();

/** Returns the inputs on which the document and the service disagree: only one of the two accepts such an input. */
async function disputed(
  probes: readonly Probe[],
  isDescribed: (value: unknown) => boolean,
  isTaken: (value: unknown) => Promise<boolean>,
): Promise<object[]> {
  const verdicts = [];
  for (const { what, value } of probes) {
    verdicts.push({ what, described: isDescribed(value), taken: await isTaken(value) });
  }
  return verdicts.filter(({ described, taken }) => described !== taken);
}

describe('a member of a request body', () => {
  /** A valid body for each operation. */
  const bodies: Readonly<Record<string, object>> = {
    createPublication: newDocument(),
    updatePublication: { expectedVersion: 1, title: 'Another title' },
    publishPublication: { expectedVersion: 1 },
  };
  /** Members whose rules depend on other members. `e2e/parts.spec` tests these members. */
  const TOGETHER = new Set(['edits', 'restoreVersion']);
  const members = operations
    .filter(({ id }) => id in bodies)
    .flatMap((operation) =>
      Object.entries(inputOf(operation).properties!)
        .filter(([member]) => !TOGETHER.has(member))
        .map(([member, schema]) => ({
          operation,
          member,
          schema,
        })),
    );

  it.each(members)(
    '[4.openapi-agrees] accepts exactly the values that the document describes: $member of $operation.id',
    async ({ operation, member, schema }) => {
      const whole = bodies[operation.id]!;
      const probes = [...probesOf(document, schema), { what: 'nothing', value: undefined }];
      const disputes = await disputed(
        probes,
        (value) =>
          schemas.accepts(
            `${operation.pointer}/requestBody/content/application~1json/schema`,
            JSON.parse(JSON.stringify({ ...whole, [member]: value })),
          ),
        async (value) => {
          // The service checks the fields before it looks for the publication (contract 5).
          const path = operation.path.replace('{id}', randomUUID());
          const { body } = await desk.api.request(operation.method, path, {
            body: { ...whole, [member]: value },
            headers: { 'Idempotency-Key': randomUUID() },
          });
          return body.code !== 'validation_failed';
        },
      );
      expect(disputes).toEqual([]);
    },
  );
});

describe('a query parameter', () => {
  const { operation, path } = operations.find(({ id }) => id === 'listPublications')!;
  const parameters = operation.parameters as ParameterObject[];

  it.each(parameters.filter((parameter) => parameter.in === 'query'))(
    '[4.openapi-agrees] accepts exactly the values that the document describes: $name',
    async ({ name, schema }) => {
      const probes = probesOf(document, schema!).filter(({ value }) => !isNested(value));
      // The service refuses a long cursor as `invalid_cursor`. `list-walk.spec` and `mcp/hostile.spec` test this.
      const judged = name === 'cursor' ? probes.filter(({ value }) => !isLong(value)) : probes;
      const place = `/paths/${path.replaceAll('/', '~1')}/get/parameters/${parameters.findIndex((parameter) => parameter.name === name)}/schema`;
      const disputes = await disputed(
        judged,
        (value) => schemas.accepts(place, asRead(schema as SchemaObject, String(value))),
        async (value) => {
          const query = new URLSearchParams({ [name]: String(value) });
          const { body } = await desk.api.list(`?${query}`);
          return body.code !== 'invalid_request';
        },
      );
      expect(disputes).toEqual([]);
    },
  );
});

const isLong = (value: unknown): boolean => String(value).length > 200;

const isNested = (value: unknown): boolean => typeof value === 'object';

/**
 * Converts the text of a query parameter to the type in the schema of the parameter. A text that does not fit this type
 * stays a text.
 */
function asRead({ type }: SchemaObject, text: string): string | number | boolean {
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return type === 'integer' && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}

/** Returns the schema of the request body of an operation. */
function inputOf({ id }: DocumentedOperation): SchemaObject {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  return document.components!.schemas![name] as SchemaObject;
}
