import 'reflect-metadata';
import type { ParameterObject, RequestBodyObject } from '@nestjs/swagger';
import * as fc from 'fast-check';
import { TOOLS } from '../../../src/mcp/tools.js';
import {
  type DocumentedOperation,
  operationsOf,
  sharedDocument,
} from '../../contract/openapi/document.js';
import { modern, toolCall } from '../../setup/rpc.js';
import { junk, objectOf, type Schema, valueOf } from './values.js';

/** A request that may be invalid. */
export interface WildRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const document = await sharedDocument();

/** Placeholders for ids of existing documents. */
export const KNOWN_IDS = ['known-0', 'known-1', 'known-2', 'known-3'];

const id = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN_IDS) },
  fc.uuid(),
  junk.map(wordOf),
);

/** Characters that a client can send in a header field, including characters outside ASCII. */
const headerText = fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,300}$/);
const idempotencyKey = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constantFrom('key-1', 'key-2', '"key-1"') },
  headerText,
);

const wildHeaders = fc
  .record(
    {
      'Idempotency-Key': idempotencyKey,
      'X-Request-Id': headerText,
      'If-None-Match': fc.oneof(headerText, fc.constant('*')),
      Prefer: fc.oneof(fc.constantFrom('wait=0', 'wait=-1', 'wait="1', 'wait=,,,'), headerText),
      'Content-Type': fc.constantFrom(
        'application/json; charset=utf-8',
        'text/plain',
        'application/json;;',
      ),
      'Content-Encoding': fc.constantFrom('gzip', 'identity', 'br'),
      Accept: headerText,
    },
    { requiredKeys: ['Idempotency-Key'] },
  )
  .map((fields) => Object.assign({ 'Content-Type': 'application/json' }, fields));

/**
 * Mostly valid header fields. If most requests had invalid header fields, the service would refuse these requests
 * before it checks their bodies.
 */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(wildHeaders, {
  weight: 3,
  arbitrary: fc
    .uuid()
    .map((key) => ({ 'Content-Type': 'application/json', 'Idempotency-Key': key })),
});

const bodyOf = (schema: Schema): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: objectOf(schema.properties as Record<string, Schema>).map(stringify) },
    { weight: 1, arbitrary: junk.map(stringify) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  );

const stringify = (value: unknown): string => JSON.stringify(value) ?? '';

/**
 * Returns a value as text for an address. Avoids `String()`, which throws if the value has its own member
 * `toString`.
 */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : stringify(value);
}

function queryOf(parameters: readonly ParameterObject[]): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  if (known.length === 0) return fc.constant('');
  const properties = known.map(({ name, schema }) => [name, valueOf(schema as Schema)]);
  return fc
    .record(Object.fromEntries(properties) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [],
    })
    .map((query) => {
      const words = Object.entries(query).map(([name, value]) => [name, wordOf(value)]);
      return `?${String(new URLSearchParams(words))}`;
    });
}

const PREFIX = '#/components/schemas/';

/** Returns a schema with each `$ref` replaced by its target, and each `allOf` merged. */
function inlined(schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one)) as unknown as Schema;
  if (typeof schema !== 'object' || schema === null) return schema as Schema;
  const { $ref, allOf, ...rest } = schema as { $ref?: string; allOf?: unknown[] };
  const others = allOf ? Object.assign({}, ...allOf.map((one) => inlined(one))) : {};
  const target = $ref ? inlined(document.components!.schemas![$ref.slice(PREFIX.length)]) : {};
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inlined(value)]),
  );
  return { ...target, ...others, ...own } as Schema;
}

function overHttp({ method, path, operation }: DocumentedOperation): fc.Arbitrary<WildRequest> {
  const schema = (operation.requestBody as RequestBodyObject | undefined)?.content[
    'application/json'
  ]?.schema;
  return fc
    .record({
      id,
      query: queryOf((operation.parameters ?? []) as ParameterObject[]),
      headers,
      body: schema ? bodyOf(inlined(schema)) : fc.constant(undefined),
    })
    .map((drawn) => ({
      method,
      path: path.replace(/\{\w+\}/, encodeURIComponent(drawn.id.toWellFormed())) + drawn.query,
      headers: drawn.headers,
      body: drawn.body,
    }));
}

const tools = TOOLS.map(({ listed: { name, inputSchema } }) => ({
  name,
  inputSchema: JSON.parse(JSON.stringify(inputSchema)) as Schema,
}));

const overMcp = ({ name, inputSchema }: (typeof tools)[number]): fc.Arbitrary<WildRequest> => {
  const properties = { ...(inputSchema.properties as Record<string, Schema>) };
  if (properties['id']) properties['id'] = { type: 'string', enum: KNOWN_IDS };
  // Omits `waitSeconds`, because waiting for a release is slow. Other tests cover `waitSeconds`.
  delete properties['waitSeconds'];
  return fc
    .tuple(fc.oneof({ weight: 9, arbitrary: objectOf(properties) }, junk), fc.boolean())
    .map(([args, isModern]) => {
      const call = isModern
        ? modern('tools/call', { name, arguments: args })
        : { body: toolCall(name, args as object), headers: {} };
      return {
        method: 'POST',
        path: '/mcp',
        headers: { 'Content-Type': 'application/json', ...call.headers },
        body: JSON.stringify(call.body),
      };
    });
};

/** Valid and invalid requests for every operation of the OpenAPI document and every tool. */
export const wildRequest: fc.Arbitrary<WildRequest> = fc.oneof(
  ...operationsOf(document).map((operation) => ({
    weight: operation.path.includes('/publications') ? 6 : 1,
    arbitrary: overHttp(operation),
  })),
  ...tools.map((tool) => ({ weight: 1, arbitrary: overMcp(tool) })),
);
