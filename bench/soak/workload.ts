import { SEARCHED_WORDS } from '../documents.js';
import type { Connection, Request } from '../load.js';
import { readByTool } from '../phases/reads.js';
import { release } from '../phases/releases.js';
import { pageRequest, Requests, searchRequest } from '../requests.js';
import type { Target } from '../stage.js';

/** A publication, and the version that the next write must expect. */
interface Document {
  readonly id: string;
  readonly slug: string;
  version: number;
  isPublic: boolean;
}

/** One action of a caller: one request, or several requests that belong together. */
export type Deed = (connection: Connection) => Promise<void>;

/** Number of documents that are made before the measurements. */
const FIRST = 100;
const LISTS = [{}, { state: 'published' }, { tag: 'bench', limit: 100 }, { sort: '-updatedAt' }];

/**
 * Random actions of callers of every kind. While a caller writes a document, no other caller can take this document.
 * Therefore the service refuses only the requests that are meant to be refused.
 */
export class Workload {
  readonly #requests: Requests;
  readonly #idle: Document[] = [];
  readonly #pages: string[] = [];
  readonly #deeds: readonly Deed[];
  #created = 0;

  constructor(
    target: Target,
    private readonly random: () => number,
  ) {
    this.#requests = new Requests(target);
    const shares: readonly (readonly [number, Deed])[] = [
      [4, (connection) => this.#create(connection)],
      [10, (connection) => this.#update(connection)],
      [6, (connection) => this.#release(connection)],
      [22, ({ finish }) => finish(this.#requests.read(this.#any().id))],
      [8, ({ finish }) => finish(this.#requests.list(this.#pick(LISTS)))],
      [20, ({ finish }) => finish(pageRequest(this.#pick(this.#pages)))],
      [8, (connection) => this.#revisit(connection)],
      [6, ({ finish }) => finish(searchRequest(this.#pick(SEARCHED_WORDS)))],
      [5, ({ finish }) => finish(readByTool(this.#requests, 'legacy', this.#any().id))],
      [5, ({ finish }) => finish(readByTool(this.#requests, 'modern', this.#any().id))],
      [3, ({ finish }) => finish(this.#pick(this.#refused()))],
      [3, (connection) => this.#replay(connection)],
    ];
    this.#deeds = shares.flatMap(([share, deed]) => Array.from({ length: share }, () => deed));
  }

  /** Creates the first documents, and releases random ones. */
  async prepare(connection: Connection): Promise<void> {
    for (let count = 0; count < FIRST; count += 1) await this.#create(connection);
    for (let count = 0; count < FIRST; count += 1) await this.#release(connection);
  }

  next(): Deed {
    return this.#pick(this.#deeds);
  }

  async #create(connection: Connection): Promise<void> {
    const slug = this.#newSlug();
    const { id } = await connection.json<{ id: string }>(this.#requests.create(slug));
    this.#idle.push({ id, slug, version: 1, isPublic: false });
  }

  async #update({ finish }: Connection): Promise<void> {
    const document = this.#take();
    await finish(this.#requests.update(document.id, document.version));
    document.version += 1;
    this.#idle.push(document);
  }

  /** Writes a new version of a document, releases it, and reads the page of the document. */
  async #release(connection: Connection): Promise<void> {
    const document = this.#take();
    await connection.finish(this.#requests.update(document.id, document.version));
    document.version += 1;
    await release(connection, this.#requests, document.id, document.version);
    await connection.finish(pageRequest(document.slug));
    if (!document.isPublic) this.#pages.push(document.slug);
    document.isPublic = true;
    this.#idle.push(document);
  }

  /** Reads a page, then requests it again with its ETag. */
  async #revisit({ send, finish }: Connection): Promise<void> {
    const document = this.#take();
    if (document.isPublic) {
      const request = pageRequest(document.slug);
      const { headers, body } = await send(request);
      await body.dump();
      const tag = String(headers['etag']);
      const known = { ...request.headers, 'if-none-match': tag };
      await finish({ ...request, headers: known, expect: 304 });
    }
    this.#idle.push(document);
  }

  /** Repeats a write whose answer is assumed lost. Both answers must have the same id. */
  async #replay({ json }: Connection): Promise<void> {
    const slug = this.#newSlug();
    const request = this.#requests.create(slug);
    const { id } = await json<{ id: string }>(request);
    const replayed = await json<{ id: string }>(request);
    if (replayed.id !== id) throw new Error(`${slug} was written twice.`);
    this.#idle.push({ id, slug, version: 1, isPublic: false });
  }

  #refused(): Request[] {
    const { id, version } = this.#any();
    const stale = this.#requests.update(id, version + 1_000);
    const keyless = { ...this.#requests.read(id), headers: { authorization: 'Bearer none' } };
    return [
      { ...stale, expect: 409 },
      { ...stale, body: '{"expectedVersion":1,"titel":""}', expect: 422 },
      { ...stale, body: '{', expect: 400 },
      { ...keyless, expect: 401 },
      { ...pageRequest('nobody-wrote-this'), expect: 404 },
    ];
  }

  #newSlug(): string {
    this.#created += 1;
    return `soak-${this.#created}`;
  }

  /** Returns a random document for reading. Another caller can write this document meanwhile. */
  #any(): Document {
    return this.#pick(this.#idle);
  }

  #take(): Document {
    const index = Math.floor(this.random() * this.#idle.length);
    const [last, chosen] = [this.#idle.pop()!, this.#idle[index]];
    if (chosen === undefined) return last;
    this.#idle[index] = last;
    return chosen;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }
}
