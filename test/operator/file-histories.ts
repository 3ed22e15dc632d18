import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { publishFiles } from '../../src/operator/publish-files.js';
import { Random } from '../campaign/random.js';
import type { Cli } from '../setup/cli.js';
import type { Caller, SharedDesk } from '../setup/desk.js';
import { LONG_WAIT } from '../setup/document.js';
import { FileChanges, SUB } from './file-changes.js';
import type { Expected, FileModel, Run } from './file-model.js';
import { folderOf } from './folder.js';
import { imported } from './importing.js';

/**
 * Carries out one random history: edits, new, removed and moved files, lost state files, edits by two keys, reviews, decisions
 * of a person, releases and withdrawals, between imports and calls of `publish`. After each of these, compares the report and
 * every document with a model. Returns what the reports said.
 */
export async function fileHistory(desk: SharedDesk, cli: Cli, seed: number) {
  const numbers = new Random(seed);
  const random = (below: number): number => numbers.whole(0, below - 1);
  const of = await desk.caller({ limit: 10_000 });
  const publisher = await desk.caller({ account: of.accountId });
  const root = await folderOf();
  const changes = new FileChanges(desk, cli, { of, publisher }, root, seed, random);
  const history = new History(desk, cli, { of, publisher }, changes);
  for (let step = 0; step < 9; step += 1) {
    await changes.change();
    if (random(3) > 0) await changes.change();
    await (random(2) === 0 ? history.import() : history.publish());
  }
  await history.end();
  await rm(root, { recursive: true });
  return history.said;
}

class History {
  /** The reasons and conflicts that the reports named, each with its program. */
  readonly said = new Set<string>();
  readonly #model: FileModel;
  #hasPublished = false;

  constructor(
    private readonly desk: SharedDesk,
    private readonly cli: Cli,
    private readonly keys: { readonly of: Caller; readonly publisher: Caller },
    private readonly changes: FileChanges,
  ) {
    this.#model = changes.model;
  }

  async import(): Promise<void> {
    const options = { publish: this.changes.random(2) === 0, ...this.words() };
    this.changes.steps.push(`import ${JSON.stringify(options)}`);
    if (this.#hasPublished) await this.settle();
    this.#hasPublished = false;
    const expected = this.#model.import(options);
    const words = Object.entries(options).flatMap(([name, isOn]) => (isOn ? [`--${name}`] : []));
    const result = await imported(this.cli, this.changes.root, this.keys.of, ...words);
    await this.compare(result, expected, options.again);
  }

  /** Publishes a file, the folder, or the folder below it, whose files then have only their names as addresses. */
  async publish(): Promise<void> {
    const options = this.words();
    const files = [...this.#model.files.keys()];
    const below = files.filter((file) => file.startsWith(SUB));
    const one = this.changes.random(2) === 0 ? this.changes.pick(files) : undefined;
    const isSub =
      one === undefined ? below.length > 0 && this.changes.random(4) === 0 : one.startsWith(SUB);
    const run: Run = { files: one ? [one] : isSub ? below : files, root: isSub ? SUB : '' };
    const path = one ? this.changes.path(one) : join(this.changes.root, isSub ? SUB : '');
    this.changes.steps.push(`publish ${one ?? (isSub ? SUB : '.')} ${JSON.stringify(options)}`);
    await this.settle();
    this.#hasPublished = true;
    const expected = this.#model.publish(run, options);
    const request = { path, url: this.desk.url, key: this.keys.publisher.key, wait: false };
    const { report } = await publishFiles(
      { ...request, ...options },
      { start: () => {}, step: () => {} },
      new AbortController().signal,
    );
    const { stopped, left, forgotten } = report;
    expect({ stopped, left, forgotten }, this.changes.told()).toEqual({
      stopped: null,
      left: 0,
      forgotten: [],
    });
    await this.compare(report, expected, options.again);
  }

  /** Compares what is public at the end. */
  async end(): Promise<void> {
    for (const { id, publicVersion } of this.#model.documents.values()) {
      const { publishedVersion } = (await this.keys.of.api.read(id, LONG_WAIT.headers)).body;
      expect(publishedVersion, `${id} in ${this.changes.told()}`).toBe(publicVersion);
    }
  }

  private words = () => ({
    overwrite: this.changes.random(6) === 0,
    again: this.changes.random(4) === 0,
  });

  private async compare(
    report: Omit<Expected, 'conflicts' | 'notPublished'> & Reports,
    expected: Expected,
    again: boolean,
  ): Promise<void> {
    const { created, updated, unchanged, published, failed, conflicts, notPublished } = report;
    const found: Expected = {
      created,
      updated,
      unchanged,
      published,
      failed,
      conflicts: conflicts.map((one) => `${one.file} ${one.version} ${one.importedVersion}`),
      notPublished: notPublished.map(({ file, reason }) => `${file} ${reason}`),
    };
    expect(found, this.changes.told()).toEqual(expected);
    const program = this.#hasPublished ? 'publish' : 'import';
    for (const { reason } of notPublished) this.said.add(`${program}: ${reason}`);
    for (const { importedVersion } of conflicts) {
      this.said.add(`${program}: ${importedVersion === null ? 'unknown' : 'changed'} document`);
    }
    const { documents } = this.#model;
    const { items } = (await this.keys.of.api.list('?limit=100')).body;
    expect(items, this.changes.told()).toHaveLength(documents.size);
    for (const { id, slug, version } of items) {
      const known = documents.get(slug);
      if (known) known.id = id;
      // A document counts as withdrawn until its next release is done.
      const { body, status } = await this.keys.of.api.read(id, again ? LONG_WAIT.headers : {});
      const text = `${body.content}|${body.description}`;
      expect({ status, slug, version, text }, this.changes.told()).toEqual({
        status: 200,
        slug,
        version: known?.version,
        text: known?.text,
      });
    }
  }

  /** Waits until nothing is in flight: until then, `publish` does not know which revision will be public. */
  private async settle(): Promise<void> {
    for (const { id, isReleased } of this.#model.documents.values()) {
      if (isReleased) await this.keys.of.api.read(id, LONG_WAIT.headers);
    }
  }
}

interface Reports {
  readonly conflicts: readonly {
    readonly file: string;
    readonly version: number;
    readonly importedVersion: number | null;
  }[];
  readonly notPublished: readonly { readonly file: string; readonly reason: string }[];
}
