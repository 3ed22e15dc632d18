import { expect } from 'vitest';
import type { FieldName } from '../../src/documents/document.js';
import { type InterfaceCaller, overHttp, overMcp, whenCalled } from '../mcp/interfaces.js';
import type { SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';

/** For each part of a document, the fields that have a given value at this path. */
const AT: Readonly<Record<FieldName | (string & {}), (value: unknown) => Record<string, unknown>>> =
  {
    locale: (locale) => ({ locale }),
    slug: (slug) => ({ slug }),
    title: (title) => ({ title }),
    content: (content) => ({ content }),
    description: (description) => ({ description }),
    changeNote: (changeNote) => ({ changeNote }),
    intent: (intent) => ({ intent }),
    tags: (tags) => ({ tags }),
    'tags[0]': (tag) => ({ tags: [tag] }),
    sources: (sources) => ({ sources }),
    'sources[0]': (source) => ({ sources: [source] }),
    author: (author) => ({ author }),
    'author.kind': (kind) => ({ author: { kind, name: 'A' } }),
    'author.name': (name) => ({ author: { kind: 'ai', name } }),
  };
const WHOLE = new Set(['tags', 'sources', 'author']);
/** The paths of all texts of a document. */
export const TEXTS = Object.keys(AT).filter((path) => !WHOLE.has(path));

/** Sends values of fields over one interface. */
export class FieldProbe {
  #known: Promise<string> | undefined;

  private constructor(
    private readonly desk: SharedDesk,
    readonly caller: InterfaceCaller,
    private readonly locale: string,
    readonly close: () => Promise<unknown>,
  ) {}

  /** Makes a probe for each interface. Each has a locale of its own, so that both can store the same slugs. */
  static both(desk: SharedDesk): [name: string, probe: FieldProbe][] {
    const clients: { close(): Promise<void> }[] = [];
    const connect = async () => {
      const someone = await assistant(desk.url, desk.key, 'modern');
      clients.push(someone);
      return overMcp(someone);
    };
    const close = () => Promise.all(clients.map((one) => one.close()));
    return [
      ['HTTP', new FieldProbe(desk, overHttp(desk.api), 'sm', () => Promise.resolve())],
      ['MCP', new FieldProbe(desk, whenCalled(connect), 'to', close)],
    ];
  }

  /** Expects that a create stores each value as it was given. */
  takes = async (path: string, ...values: readonly unknown[]): Promise<void> => {
    for (const value of values) await this.stores(path, value, value);
  };

  /** Expects that a create stores a value in this form. */
  stores = async (path: string, given: unknown, stored: unknown): Promise<void> => {
    const fields = { locale: this.locale, ...AT[path]!(given) };
    const { id, code, details } = await this.caller.create(newDocument(fields));
    expect({ code, details }, shown(fields)).toEqual({ code: null, details: null });
    expect((await this.desk.api.read(id)).body, shown(fields)).toMatchObject(AT[path]!(stored));
  };

  /** Expects that a create and an update with each value are refused, for faults at exactly these paths. */
  refuses = async (
    path: string,
    values: readonly unknown[],
    faults: readonly string[] = [path],
  ): Promise<void> => {
    const id = await (this.#known ??= this.caller.create(newDocument()).then((made) => made.id));
    for (const value of values) {
      const fields = AT[path]!(value);
      for (const { code, details } of [
        await this.caller.create(newDocument(fields)),
        await this.caller.update(id, { expectedVersion: 1, description: 'B', ...fields }),
      ]) {
        const { errors = [] } = (details ?? {}) as { errors?: readonly { field: string }[] };
        const named = errors.map(({ field }) => field).toSorted();
        expect({ code, named }, shown(fields)).toEqual({
          code: 'validation_failed',
          named: faults.toSorted(),
        });
      }
    }
  };
}

const shown = (fields: object): string => JSON.stringify(fields).slice(0, 200);
