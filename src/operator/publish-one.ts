import { hash } from 'node:crypto';
import {
  type Imprimatur,
  ProblemError,
  type Publication,
} from '../../clients/typescript/src/client.js';
import { parseKey } from '../keys/key-secret.js';
import { changesAnything, newDocument } from '../documents/revision.js';
import type { PagePath } from '../documents/page-path.js';
import { differences, type TargetFields } from '../transfer/differences.js';
import { DONE_ALREADY, type Held, heldBack, ownership } from '../transfer/ownership.js';
import type { FileToPublish } from './file-to-publish.js';
import type { PublishedFiles } from './published-files.js';

export interface PublishMode {
  /** Whether to replace what others wrote. */
  readonly overwrite: boolean;
  /** Whether to publish what was withdrawn. */
  readonly again: boolean;
}

type Saved = 'created' | 'updated' | 'unchanged';

/** What became of a file. */
export interface Published {
  readonly saved: Saved | 'conflict';
  readonly id: string;
  readonly version: number;
  /** The version that was written from this file the last time; `null` if none was. */
  readonly lastVersion: number | null;
  /** Whether a release was requested. */
  readonly requested: boolean;
  /** Why the document was not published. */
  readonly held?: Held;
}

/** The standing of a document after a write, or as it was read. */
type Current = Pick<
  Publication,
  'id' | 'version' | 'publishedVersion' | 'state' | 'intent' | 'returned' | 'withdrawn'
>;

/** Publishes single files with a key, by the rules of an import (contract 10). */
export class FilePublisher {
  readonly #ownKeyId: string | undefined;

  constructor(
    private readonly imprimatur: Imprimatur,
    key: string,
    private readonly published: PublishedFiles,
    private readonly mode: PublishMode,
  ) {
    this.#ownKeyId = parseKey(key)?.keyId;
  }

  /**
   * Creates or updates the document of a file, and requests its release. Does not replace what others wrote since, and
   * does not release what a person withdrew or sent back, or what waits for review.
   * @param onSaved called when the document equals the file, even if its release is then refused
   * @throws ProblemError, NoAnswerError
   */
  async publish(one: FileToPublish, onSaved: (saved: Saved) => void): Promise<Published> {
    const release = (current: Current, saved: Saved, lastVersion: number | null) => {
      onSaved(saved);
      return this.#release(one, current, saved, lastVersion);
    };
    const { document, sha256 } = one;
    const existing = await this.#find(document);
    if (!existing) {
      await this.#upload(one);
      const created = await this.imprimatur.create(document, {
        idempotencyKey: keyOf('create', document),
      });
      return release(created, 'created', null);
    }
    const { id, version } = existing;
    const last = this.published.get(one.path);
    const known = last?.id === id ? last : undefined;
    const { intent, author, ...fields } = newDocument(document, existing.author.name);
    // Without an author or an intent in the file, those of the document stay.
    const target: TargetFields = {
      ...fields,
      author: document.author ? author : existing.author,
      ...(document.intent && { intent }),
    };
    const lastVersion = known?.version ?? null;
    const change = differences(existing, target);
    if (!changesAnything(change)) return release(existing, 'unchanged', lastVersion);
    const exported = one.exported?.url === existing.url ? one.exported.version : undefined;
    const mine = known ?? (await this.#writtenByThisKey(existing));
    const owned = ownership(sha256, version, mine, exported);
    const base = { id, version, lastVersion, requested: false };
    if (owned === 'left') {
      onSaved('unchanged');
      const isPublic = existing.publishedVersion === version;
      return { ...base, saved: 'unchanged', ...(!isPublic && { held: 'changed' }) };
    }
    if (owned === 'conflict' && !this.mode.overwrite) return { ...base, saved: 'conflict' };
    await this.#upload(one);
    try {
      const request = { expectedVersion: version, ...change };
      const updated = await this.imprimatur.update(id, request, {
        idempotencyKey: keyOf('update', id, request),
      });
      return await release(updated, 'updated', lastVersion);
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.code === 'version_conflict'))
        throw error;
      const { version: newest } = await this.imprimatur.read(id, { view: 'summary' });
      return { ...base, version: newest, saved: 'conflict' };
    }
  }

  async #release(
    { document: { locale, slug }, path, sha256, isDraft }: FileToPublish,
    current: Current,
    saved: Saved,
    lastVersion: number | null,
  ): Promise<Published> {
    const { id, version } = current;
    this.published.set(path, { id, locale, slug, version, sha256 });
    const done = { saved, id, version, lastVersion };
    if (current.publishedVersion === version && current.state === 'published') {
      return { ...done, requested: false };
    }
    const held = isDraft ? 'draft' : heldBack(current, this.mode.again);
    if (held) return { ...done, requested: false, held };
    return { ...done, requested: await this.#request(id, version) };
  }

  /** Requests a release. Returns false if this revision is public or in flight. */
  async #request(id: string, version: number): Promise<boolean> {
    try {
      await this.imprimatur.publish(id, { expectedVersion: version });
      return true;
    } catch (error) {
      if (error instanceof ProblemError && DONE_ALREADY.has(error.problem.code)) return false;
      throw error;
    }
  }

  async #find({ locale, slug }: PagePath): Promise<Publication | undefined> {
    for await (const { id } of this.imprimatur.list({ locale, slug })) {
      // A working revision has all fields.
      return (await this.imprimatur.read(id)) as Publication;
    }
    return undefined;
  }

  /**
   * Whether this key wrote the working revision over HTTP. This is how a file is known whose folder has lost what was
   * written, such as a new checkout of a repository.
   */
  async #writtenByThisKey({
    id,
    version,
  }: Publication): Promise<{ readonly sha256: string; readonly version: number } | undefined> {
    const { history = [] } = await this.imprimatur.read(id, { view: 'history' });
    const { keyId, channel } = history.find((one) => one.version === version) ?? {};
    return keyId !== undefined && keyId === this.#ownKeyId && channel === 'http'
      ? { sha256: '', version }
      : undefined;
  }

  async #upload({ pictures }: FileToPublish): Promise<void> {
    for (const bytes of pictures) await this.imprimatur.uploadPicture(bytes);
  }
}

/** Makes the same idempotency key for the same write, so that a program that was killed can repeat the write. */
const keyOf = (...write: readonly unknown[]): string => hash('sha256', JSON.stringify(write));
