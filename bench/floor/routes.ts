import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import type { Statement } from '../../src/platform/database/statement.js';
import { newId } from '../../src/platform/ids/ids.js';
import {
  CREATE,
  LIST,
  PAGE,
  PAGE_TAG,
  PUBLISH,
  READ,
  RELEASE,
  SEARCH,
  UPDATE,
} from './statements.js';

/** An answer of the floor. It is JSON if `headers` has no other content type. */
export interface FloorAnswer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type Row = Record<string, unknown>;

/** The members of a request body. The floor does not check them. */
interface Document {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly tags: string[];
  readonly sources: string[];
  readonly expectedVersion: number;
}

/**
 * The routes that the load uses, for one account. Each read, write or release is one statement, and no key is checked.
 */
export class FloorRoutes {
  constructor(
    private readonly pool: Pool,
    private readonly accountId: string,
  ) {}

  async answer(request: IncomingMessage): Promise<FloorAnswer> {
    const url = new URL(request.url!, 'http://floor');
    const [, first, second, , id, verb] = url.pathname.split('/');
    if (first === 'search.json') return json(200, { hits: await this.search(url) });
    if (first !== 'api') return this.page(first!, second!, request.headers);
    if (request.method === 'GET')
      return json(200, id === undefined ? await this.list() : await this.read(id));
    const text = await bodyOf(request);
    const document = JSON.parse(text) as Document;
    if (request.method === 'PATCH')
      return json(200, await this.update(request, text, id!, document));
    if (verb === 'publish') return json(202, await this.publish(request, text, id!, document));
    return json(201, await this.create(request, text, document));
  }

  private async create(request: IncomingMessage, text: string, document: Document): Promise<Row> {
    const { locale, slug, title, content, description, tags, sources } = document;
    const id = newId();
    const { content: _, ...answer } = { id, ...document, version: 1 };
    const author = { kind: 'service', name: 'floor' };
    const stored = JSON.stringify({ title, description, tags, sources, author });
    const values = [id, this.accountId, locale, slug, stored, content];
    const [row] = await this.write(CREATE, 'create', request, text, answer, values);
    return { id, ...document, version: 1, ...row };
  }

  private async update(
    request: IncomingMessage,
    text: string,
    id: string,
    { content, expectedVersion }: Document,
  ): Promise<Row> {
    const answer = { id, version: expectedVersion + 1 };
    const values = [id, expectedVersion, content];
    const [row] = await this.write(UPDATE, 'update', request, text, answer, values);
    return { ...answer, content, ...row };
  }

  private async publish(
    request: IncomingMessage,
    text: string,
    id: string,
    { expectedVersion }: Document,
  ): Promise<Row> {
    const answer = { id, version: expectedVersion };
    const values = [id, expectedVersion];
    const [row] = await this.write(PUBLISH, 'publish', request, text, answer, values);
    if (request.headers.prefer === undefined) return { ...answer, ...row };
    await this.rows(RELEASE, [id]);
    return { ...answer, ...row, indexStatus: 'ready' };
  }

  private async write(
    statement: Statement,
    operation: string,
    request: IncomingMessage,
    text: string,
    answer: object,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const fingerprint = createHash('sha256').update(text).digest();
    const key = request.headers['idempotency-key'];
    const record = [newId(), operation, newId(), key, fingerprint, JSON.stringify(answer)];
    const rows = await this.rows(statement, [...record, ...values]);
    if (rows.length === 0) throw new Error(`${operation} changed nothing`);
    return rows;
  }

  private async read(id: string): Promise<Row> {
    const [row] = await this.rows(READ, [id]);
    return row!;
  }

  private async list(): Promise<Row> {
    return { items: await this.rows(LIST, [this.accountId]), nextCursor: null };
  }

  private search(url: URL): Promise<Row[]> {
    return this.rows(SEARCH, [url.searchParams.get('q')]);
  }

  /** Answers with a page. If the request has an ETag, reads only the tag of the page. */
  private async page(
    locale: string,
    slug: string,
    { 'if-none-match': known }: IncomingHttpHeaders,
  ): Promise<FloorAnswer> {
    const [row] = await this.rows(known === undefined ? PAGE : PAGE_TAG, [locale, slug]);
    const headers = { ETag: `"${row!['tag'] as string}"`, 'Content-Type': 'text/html' };
    return known === headers.ETag
      ? { status: 304, body: '', headers }
      : { status: 200, body: row!['body'] as string | Buffer, headers };
  }

  private async rows(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.pool.query<Row>({ ...statement, values: [...values] });
    return result.rows;
  }
}

function json(status: number, value: unknown): FloorAnswer {
  return { status, body: JSON.stringify(value) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
