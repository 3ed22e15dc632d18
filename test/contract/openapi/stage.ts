import { randomUUID } from 'node:crypto';
import { missingOf, picture, put, sha256Of } from '../../pictures/pictures.js';
import { type Answer, client } from '../../setup/client.js';
import { type Desk, openDesk } from '../../setup/desk.js';
import { newDocument } from '../../setup/document.js';
import { operator } from '../../setup/operator.js';
import { type DocumentedOperation, scopeOf } from './document.js';

/** The parts of one request. */
export interface Call {
  /** Id or token in the path. Some paths have neither. */
  readonly id?: string;
  readonly body?: unknown;
  /** Query string, beginning with `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** If `null`, no idempotency key is sent. If absent, a write gets a new key, and a read gets no key. */
  readonly idempotencyKey?: string | null;
  /** If `null`, no publisher key is sent. If absent, a key with all scopes is sent. */
  readonly publisherKey?: string | null;
}

/** Fields with one source. A publish on the stage requires one source (`PUBLISH_MIN_SOURCES`). */
const SOURCED = { sources: ['https://example.org/source'] };

/** A service without a worker, and the keys and documents that calls of all operations need. */
export class Stage {
  private constructor(
    readonly desk: Desk,
    /** Keys of the account `desk.accountId`, each with one scope. */
    private readonly keys: Readonly<Record<'read' | 'publish', string>>,
    readonly suspendedKey: string,
    /** A key of an account whose daily limit is used up, and the id of this account's publication. */
    readonly penniless: { readonly key: string; readonly id: string },
  ) {}

  static async open(): Promise<Stage> {
    const desk = await openDesk({
      ROLE: 'api',
      PUBLISH_MIN_SOURCES: '1',
      RATE_LIMIT_PER_MINUTE: '600',
      PICTURE_MAX_BYTES: String(3 * 1024 * 1024),
    });
    const account = desk.accountId;
    const [read, publish, suspended, penniless] = await Promise.all([
      desk.caller({ account, scopes: ['read'] }),
      desk.caller({ account, scopes: ['publish'] }),
      desk.caller(),
      desk.caller({ limit: 1 }),
    ]);
    await operator(desk.databaseUrl, 'accounts', 'suspend', suspended.accountId);
    const { body } = await penniless.api.create(newDocument(SOURCED));
    return new Stage(desk, { read: read.key, publish: publish.key }, suspended.key, {
      key: penniless.key,
      id: body.id,
    });
  }

  /** Returns a key of the account `desk.accountId` without the scope that an operation needs. */
  keyWithoutScopeOf(operation: DocumentedOperation): string {
    return scopeOf(operation) === 'read' ? this.keys.publish : this.keys.read;
  }

  /**
   * Creates a publication, and returns its id. Without `changes`, the publication has a source, so it can be published.
   */
  async newId(changes: Readonly<Record<string, unknown>> = SOURCED): Promise<string> {
    return (await this.desk.api.create(newDocument(changes))).body.id;
  }

  /** Returns a request that the operation accepts, for a new publication or picture. */
  async fit({ id, path }: DocumentedOperation): Promise<Call> {
    if (id === 'putPicture' || id === 'uploadMissingPicture') return this.fitUpload(id);
    const bodies: Record<string, object> = {
      createPublication: newDocument(SOURCED),
      updatePublication: { expectedVersion: 1, title: 'Another title' },
      publishPublication: { expectedVersion: 1 },
    };
    return { ...(path.includes('{id}') ? { id: await this.newId() } : {}), body: bodies[id] };
  }

  /**
   * Returns a request that uploads a picture. For `putPicture`, the picture is already stored. For
   * `uploadMissingPicture`, a document names the picture, and the picture is missing.
   */
  private async fitUpload(id: string): Promise<Call> {
    const { bytes, sha256 } = await picture('png', 40, 30);
    const headers = { 'Content-Type': 'image/png' };
    if (id === 'putPicture') {
      await put(this.desk.api, bytes);
      return { body: bytes, headers };
    }
    const content = `![A chart](picture:${sha256})`;
    const [missing] = missingOf(await this.desk.api.create(newDocument({ content })))!;
    return { id: missing!.uploadUrl.split('/').at(-1)!, body: bytes, headers };
  }

  /**
   * Calls an operation with a request that the operation accepts. The members of `changes` replace the same members of
   * this request.
   */
  async call(operation: DocumentedOperation, changes: Call = {}): Promise<Answer> {
    const fit = await this.fit(operation);
    const { id = '', body, query = '', headers = {}, ...rest } = { ...fit, ...changes };
    const { idempotencyKey = randomUUID(), publisherKey } = rest;
    const isWrite = operation.method !== 'GET';
    const caller =
      publisherKey === undefined ? this.desk.api : client(this.desk.url, publisherKey ?? undefined);
    const path = operation.path
      .replace(/\{(?:id|token)\}/, id)
      .replace('{sha256}', () => sha256Of(Buffer.from(body as Uint8Array)));
    return caller.request(operation.method, path + query, {
      ...(isWrite ? { body } : {}),
      headers: {
        ...(isWrite && idempotencyKey !== null ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...headers,
      },
    });
  }

  close(): Promise<void> {
    return this.desk.close();
  }
}
