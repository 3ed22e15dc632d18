import { randomUUID } from 'node:crypto';
import type { ProblemCode } from '../../../src/platform/problems/catalogue.js';
import type { Answer } from '../../setup/client.js';
import { newDocument } from '../../setup/document.js';
import { sql } from '../../setup/sql.js';
import type { DocumentedOperation } from './document.js';
import type { Stage } from './stage.js';

/** Codes that requests on a stage can cause. `rate_limited` is left out, because no test reaches the rate limit. */
type ProvokedCode = Exclude<
  ProblemCode,
  'method_not_allowed' | 'rate_limited' | 'internal_error' | 'unavailable'
>;

type Provocation = (stage: Stage, operation: DocumentedOperation) => Promise<Answer>;

const TOO_LARGE = new Uint8Array(3 * 1024 * 1024 + 1).fill(0x20);

/** For each code, a request that gets this code from any operation that documents the code. */
export const PROVOCATIONS: Readonly<Record<ProvokedCode, Provocation>> = {
  invalid_json: (stage, operation) => stage.call(operation, { body: '{' }),
  invalid_request: (stage, operation) => stage.call(operation, { query: '?limit=0' }),
  invalid_cursor: (stage, operation) => stage.call(operation, { query: '?cursor=none' }),
  idempotency_key_required: (stage, operation) => stage.call(operation, { idempotencyKey: null }),
  idempotency_key_invalid: (stage, operation) => stage.call(operation, { idempotencyKey: 'a b' }),
  unauthorized: (stage, operation) => stage.call(operation, { publisherKey: null }),
  insufficient_scope: (stage, operation) =>
    stage.call(operation, { publisherKey: stage.keyWithoutScopeOf(operation) }),
  account_suspended: (stage, operation) =>
    stage.call(operation, { publisherKey: stage.suspendedKey }),
  not_found: (stage, operation) => stage.call(operation, { id: randomUUID() }),
  version_conflict: (stage, operation) =>
    stage.call(operation, { body: { expectedVersion: 9, ...title(operation) } }),
  precondition_failed: (stage, operation) =>
    stage.call(operation, { headers: { 'If-Match': '"another"' } }),
  path_conflict: async (stage, operation) => {
    const body = newDocument();
    await stage.call(operation, { body });
    return stage.call(operation, { body });
  },
  publish_in_progress: async (stage, operation) => {
    const id = await stage.newId();
    await stage.call(operation, { id });
    return stage.call(operation, { id });
  },
  already_published: async (stage, operation) => {
    const id = await stage.newId();
    await stage.call(operation, { id });
    // Makes the version public and indexed, as a worker would.
    await sql(
      stage.desk.databaseUrl,
      `UPDATE release SET in_flight = false, published_version = 1, indexed_version = 1, due_at = NULL
       WHERE publication_id = $1`,
      [id],
    );
    return stage.call(operation, { id });
  },
  payload_too_large: (stage, operation) => stage.call(operation, { body: TOO_LARGE }),
  unsupported_media_type: (stage, operation) =>
    stage.call(operation, { headers: { 'Content-Type': 'text/plain' } }),
  validation_failed: (stage, operation) => stage.call(operation, { body: { unheardOf: true } }),
  edit_failed: (stage, operation) =>
    stage.call(operation, {
      body: { expectedVersion: 1, edits: [{ find: 'nowhere', replace: '' }] },
    }),
  immutable_field: (stage, operation) =>
    stage.call(operation, { body: { expectedVersion: 1, slug: 'another' } }),
  picture_missing: async (stage, operation) => {
    const content = `![A chart](picture:${'0'.repeat(64)})`;
    return stage.call(operation, { id: await stage.newId({ content }) });
  },
  picture_invalid: (stage, operation) => stage.call(operation, { body: new Uint8Array(9) }),
  checks_failed: async (stage, operation) => {
    const { api, key, accountId } = await stage.desk.caller();
    await sql(stage.desk.databaseUrl, `UPDATE account SET checks = 'strict' WHERE id = $1`, [
      accountId,
    ]);
    const sources = ['https://example.org/'];
    const { body } = await api.create(newDocument({ sources, content: '[Your Name]' }));
    return stage.call(operation, { publisherKey: key, id: body.id });
  },
  sources_required: async (stage, operation) =>
    stage.call(operation, { id: await stage.newId({ sources: [] }) }),
  approval_required: async (stage, operation) => {
    const { api, key, accountId } = await stage.desk.caller();
    await sql(stage.desk.databaseUrl, `UPDATE account SET release_rule = 'desk' WHERE id = $1`, [
      accountId,
    ]);
    const { body } = await api.create(newDocument({ sources: ['https://example.org/'] }));
    return stage.call(operation, { publisherKey: key, id: body.id });
  },
  idempotency_key_reused: async (stage, operation) => {
    const key = randomUUID();
    await stage.desk.api.create(newDocument(), { key });
    return stage.call(operation, { idempotencyKey: key });
  },
  daily_limit_exceeded: (stage, operation) =>
    stage.call(operation, {
      publisherKey: stage.penniless.key,
      ...(operation.path.includes('{id}') ? { id: stage.penniless.id } : {}),
    }),
};

/** Returns the field that an update needs besides `expectedVersion`, and an empty object for other operations. */
const title = ({ id }: DocumentedOperation): object =>
  id === 'updatePublication' ? { title: 'Another title' } : {};
