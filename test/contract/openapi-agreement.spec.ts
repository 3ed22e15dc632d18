import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, AnswerBody } from '../setup/client.js';
import { expectProblem } from '../setup/refusal.js';
import { disagreements } from './openapi/disagreements.js';
import {
  answersOf,
  type DocumentedOperation,
  exampleOf,
  operationsOf,
  problemsOf,
  requestExamplesOf,
  sharedDocument,
} from './openapi/document.js';
import { PROVOCATIONS } from './openapi/provocations.js';
import { DocumentSchemas } from './openapi/schemas.js';
import { Stage } from './openapi/stage.js';

const document = await sharedDocument();
const schemas = new DocumentSchemas(document);
const operations = operationsOf(document);

/**
 * Maximum time, in ms, to open the stage. Opening the stage makes a database, starts a service and runs an operator
 * command.
 */
const MANY_COMMANDS_MS = 120_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
}, MANY_COMMANDS_MS);
afterAll(() => stage.close());

const named = (id: string): DocumentedOperation =>
  operations.find((operation) => operation.id === id)!;

const requestIds = new Set<string>();

/** Checks that an answer agrees with the document, and has what every answer has. Returns its body. */
function expectDocumented(operation: DocumentedOperation, answer: Answer): AnswerBody {
  const { body, headers, warnings } = answer;
  const requestId = headers.get('X-Request-Id')!;
  expect(headers.get('Cache-Control')).toBe('private, no-cache');
  expect(requestId).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(requestIds.has(requestId)).toBe(false);
  requestIds.add(requestId);
  const whole = { ...answer, body: warnings === undefined ? body : { ...body, warnings } };
  expect(disagreements(document, schemas, operation, whole)).toEqual([]);
  return answer.body;
}

/** Returns the documented success status of an operation. */
const successOf = (operation: DocumentedOperation): number =>
  Number(answersOf(operation).find(([status]) => status.startsWith('2'))![0]);

describe('a request that the document describes', () => {
  it.each(operations)(
    '[4.openapi-agrees] [4.cache-control] [4.request-id-made] is answered as described: $id',
    async (operation) => {
      const answer = await stage.call(operation);
      expect(answer.status).toBe(successOf(operation));
      expectDocumented(operation, answer);
    },
  );

  const examples = operations.flatMap((operation) =>
    requestExamplesOf(operation).map(({ name, value }) => ({ name, value, operation })),
  );

  it.each(examples)(
    '[4.openapi-agrees] is accepted with the example $name of $operation.id as its body',
    async ({ value, operation }) => {
      const answer = await stage.call(operation, { body: value });
      expect(answer.status).toBe(successOf(operation));
      expectDocumented(operation, answer);
    },
  );

  it('[4.openapi-agrees] is answered as described when it is repeated with the same key', async () => {
    const create = named('createPublication');
    const { body } = await stage.fit(create);
    const again = { body, idempotencyKey: 'again' };
    await stage.call(create, again);
    const replay = await stage.call(create, again);
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expectDocumented(create, replay);
  });

  it('[4.openapi-agrees] is answered with the preference that was applied', async () => {
    const read = named('getPublication');
    const answer = await stage.call(read, { headers: { Prefer: 'wait=1' } });
    expect(answer.headers.get('Preference-Applied')).toBe('wait=1');
    expectDocumented(read, answer);
  });

  it('[4.openapi-agrees] is answered 304 if nothing has changed', async () => {
    const read = named('getPublication');
    const id = await stage.newId();
    const tag = (await stage.call(read, { id })).headers.get('ETag')!;
    const headers = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0', Prefer: 'wait=1' };
    const answer = await stage.call(read, { id, headers });
    expect(answer.status).toBe(304);
    expectDocumented(read, answer);
  });
});

describe('a refusal', () => {
  const unprovoked = new Set(['rate_limited', 'internal_error', 'unavailable']);
  const refusals = operations.flatMap((operation) =>
    problemsOf(operation)
      .filter(({ code }) => !unprovoked.has(code))
      .map(({ code, status }) => ({ code, status, operation })),
  );

  it.each(refusals)(
    '[4.openapi-agrees] [6.problem] [6.type] [6.retryable] [6.request-id] [6.codes-closed] [4.cache-control] [4.request-id-made] is a problem as described: $code of $operation.id',
    async ({ code, status, operation }) => {
      const answer = await PROVOCATIONS[code as keyof typeof PROVOCATIONS](stage, operation);
      await expectProblem(answer, Number(status), code, stage.desk.url);
      const { details } = expectDocumented(operation, answer);
      expect(Object.keys(details)).toEqual(Object.keys(exampleOf(document, code).details));
    },
  );

  it('[6.next-step] has a different next step for each code of status 400 and 422', () => {
    const codes = new Set(
      refusals.filter(({ status }) => /^4(?:00|22)$/.test(status)).map(({ code }) => code),
    );
    const steps = new Set([...codes].map((code) => exampleOf(document, code).nextStep));
    expect(steps.size).toBe(codes.size);
  });

  it('[4.openapi-agrees] is as described when a key exceeds its rate limit', async () => {
    const { api } = await stage.desk.caller();
    const usage = named('getAccountUsage');
    let answer = await api.usage();
    while (answer.status === 200) answer = await api.usage();
    expectDocumented(usage, answer);
    await expectProblem(answer, 429, 'rate_limited', stage.desk.url);
  });
});
