import { expect } from 'vitest';
import type { AnswerBody, Client } from './client.js';
import type { SharedDesk } from './desk.js';
import { LONG_WAIT, newDocument } from './document.js';
import { operator } from './operator.js';
import { expectAccepted } from './refusal.js';

/**
 * Creates a document by `newDocument(changes)`, and releases version 1. Returns the document when version 1 is public.
 */
export async function released(api: Client, changes: object = {}): Promise<AnswerBody> {
  const { id } = expectAccepted(await api.create(newDocument({ ...changes })), 201);
  return publicVersion(api, id, { expectedVersion: 1 });
}

/** The options of `releasedVersions`. */
export interface VersionsWish {
  /** More members of version 1. These members override the members that `text` returns. */
  readonly first?: object;
  /** Returns the members that `version` changes. By default, only the content, which contains the version number. */
  readonly text?: (version: number) => object;
  /** Whether each publish names an approver, and the signing key is rotated after each release. */
  readonly rotate?: boolean;
}

/**
 * Creates a document, and releases `versions` versions of the document. Returns the document when the last version is
 * public.
 */
export async function releasedVersions(
  { api, databaseUrl }: SharedDesk,
  versions: number,
  wish: VersionsWish = {},
): Promise<AnswerBody> {
  const { first = {}, text = (version) => ({ content: `Text ${version}.` }), rotate } = wish;
  let document = expectAccepted(await api.create(newDocument({ ...text(1), ...first })), 201);
  for (let version = 1; version <= versions; version += 1) {
    const update = { expectedVersion: version - 1, ...text(version) };
    if (version > 1) expectAccepted(await api.update(document.id, update), 200);
    const approver = rotate ? { approvedBy: `Ada ${version}` } : {};
    document = await publicVersion(api, document.id, { expectedVersion: version, ...approver });
    if (rotate) await operator(databaseUrl, 'signing', 'rotate');
  }
  return document;
}

async function publicVersion(api: Client, id: string, publish: object): Promise<AnswerBody> {
  const document = expectAccepted(await api.publish(id, publish, LONG_WAIT), 202);
  expect(document.state).toBe('published');
  return document;
}
