import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { signIn } from '../desk/person.js';
import type { Caller, SharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { folderOf } from './folder.js';
import type { Importing } from './importing.js';

/** A document as the model knows it. */
interface Known {
  id: string;
  version: number;
  text: string;
  isWithdrawn: boolean;
  isReturned: boolean;
  isInReview: boolean;
  /** Whether the working revision is public or in flight. */
  isReleased: boolean;
  /** What an import remembers: the file, its text, and the version. */
  imported?: { file: string; text: string; version: number };
}

/** The names of the files. `sub` has files of the same names, so addresses can collide. */
const NAMES = ['p', 'q', 'r'];
const FILES = [...NAMES, ...NAMES.map((name) => `sub/${name}`)].map((name) => `en/${name}`);

/** Returns random numbers from 0 to `below` - 1, always the same for a seed (xorshift). */
function randomOf(seed: number): (below: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/**
 * Carries out one random history: edits, new, removed and moved files, edits by a key, reviews, decisions of a person and
 * withdrawals, between imports. After each import, compares the report and every document with a model.
 */
export async function importHistory(desk: SharedDesk, importing: Importing, seed: number) {
  const random = randomOf(seed);
  const of = await desk.caller({ limit: 10_000 });
  const root = await folderOf();
  const history = new History(desk, importing, of, root, seed, random);
  for (let step = 0; step < 9; step += 1) {
    await history.change();
    if (random(3) > 0) await history.change();
    await history.import();
  }
  await rm(root, { recursive: true });
}

class History {
  readonly #files = new Map<string, string>();
  readonly #documents = new Map<string, Known>();
  readonly #steps: string[] = [];
  #texts = 0;

  constructor(
    private readonly desk: SharedDesk,
    private readonly importing: Importing,
    private readonly of: Caller,
    private readonly root: string,
    private readonly seed: number,
    private readonly random: (below: number) => number,
  ) {}

  async change(): Promise<void> {
    const changes = [
      () => this.write(),
      () => this.write(),
      () => this.write(),
      () => this.remove(),
      () => this.move(),
      () => this.edit(),
      () => this.edit(),
      () => this.offer(),
      () => this.sendBack(),
      () => this.withdraw(),
    ];
    await changes[this.random(changes.length)]!();
  }

  private newText = (): string => `${this.seed} ${(this.#texts += 1)}`;

  private pick<T>(items: readonly T[]): T | undefined {
    return items[this.random(Math.max(1, items.length))];
  }

  /** Writes a new text, or an old text, into a new or old file. */
  private async write(): Promise<void> {
    const file = this.pick(FILES)!;
    const old = [...this.#documents.values()].map(({ text }) => text);
    const text = (this.random(6) === 0 && this.pick(old)) || this.newText();
    this.#steps.push(`write ${file} ${text}`);
    this.#files.set(file, text);
    await mkdir(dirname(join(this.root, file)), { recursive: true });
    await writeFile(this.path(file), fileOf(text));
  }

  private async remove(): Promise<void> {
    const file = this.pick([...this.#files.keys()]);
    if (file === undefined) return;
    this.#steps.push(`remove ${file}`);
    this.#files.delete(file);
    await rm(this.path(file));
  }

  private async move(): Promise<void> {
    const file = this.pick([...this.#files.keys()]);
    const to = this.pick(FILES.filter((one) => !this.#files.has(one)));
    if (file === undefined || to === undefined) return;
    this.#steps.push(`move ${file} ${to}`);
    this.#files.set(to, this.#files.get(file)!);
    this.#files.delete(file);
    await mkdir(dirname(join(this.root, to)), { recursive: true });
    await rename(this.path(file), this.path(to));
  }

  /** A key writes a new text, or that of a file, or a new document. */
  private async edit(): Promise<void> {
    const texts = [...this.#files.values()];
    const text = (this.random(5) === 0 && this.pick(texts)) || this.newText();
    const free = NAMES.map((name) => this.slugOf(name)).filter(
      (slug) => !this.#documents.has(slug),
    );
    const slug = this.random(5) === 0 ? this.pick(free) : this.pick([...this.#documents.keys()]);
    if (slug === undefined) return;
    this.#steps.push(`edit ${slug} ${text}`);
    const known = this.#documents.get(slug);
    if (!known) {
      const fields = { slug, title: 'T', author: AUTHOR, content: text };
      const { body } = await this.of.api.create(newDocument(fields));
      this.#documents.set(slug, { ...NEW, id: body.id, version: 1, text });
    } else if (known.text !== text) {
      await this.update(known, { content: text });
      known.text = text;
    }
  }

  private async offer(): Promise<void> {
    const known = this.pick([...this.#documents.values()]);
    if (!known || known.isInReview) return;
    this.#steps.push(`offer ${known.id}`);
    await this.update(known, { intent: 'review' });
    known.isInReview = true;
  }

  private async update(known: Known, change: object): Promise<void> {
    const body = { expectedVersion: known.version, ...change };
    const answer = await this.of.api.update(known.id, body);
    expect(answer.status, this.told()).toBe(200);
    known.version += 1;
    known.isInReview = answer.body.intent === 'review';
    known.isReleased = false;
    known.isReturned = false;
  }

  private async sendBack(): Promise<void> {
    const waiting = [...this.#documents.values()].filter(
      ({ isInReview, isReturned, isReleased }) => isInReview && !isReturned && !isReleased,
    );
    const known = this.pick(waiting);
    if (!known) return;
    // While an older revision is in flight, the document is not offered yet.
    const { body } = await this.of.api.read(known.id, LONG_WAIT.headers);
    if (body.state !== 'review') return;
    this.#steps.push(`send back ${known.id}`);
    const person = await signIn(this.desk.url, this.of.key);
    const form = await person.form(`/desk/${known.id}`, `/desk/${known.id}/send-back`);
    await person.post(`/desk/${known.id}/send-back`, { ...form, note: 'No' });
    known.isReturned = true;
  }

  private async withdraw(): Promise<void> {
    const known = this.pick([...this.#documents.values()]);
    if (!known) return;
    const { body } = await this.of.api.read(known.id, LONG_WAIT.headers);
    if (body.publishedVersion === null) return;
    this.#steps.push(`withdraw ${known.id}`);
    await this.importing.services.withdrawals.withdraw(known.id, 'a reason');
    known.isWithdrawn = true;
    known.isReleased = false;
  }

  async import(): Promise<void> {
    const options = {
      publish: this.random(2) === 0,
      overwrite: this.random(6) === 0,
      again: this.random(4) === 0,
    };
    this.#steps.push(`import ${JSON.stringify(options)}`);
    const expected = this.expected(options);
    const { accountId } = this.of;
    const result = await this.importing.run(this.root, accountId, options);
    const { created, updated, unchanged, published, failed, conflicts, notPublished } = result;
    const found = {
      created,
      updated,
      unchanged,
      published,
      failed,
      conflicts: conflicts.map(({ file, version }) => `${file} ${version}`),
      notPublished: notPublished.map(({ file, reason }) => `${file} ${reason}`),
    };
    expect(found, this.told()).toEqual(expected);
    const { items } = (await this.of.api.list('?limit=100')).body;
    expect(items, this.told()).toHaveLength(this.#documents.size);
    for (const { id, slug, version } of items) {
      const known = this.#documents.get(slug);
      if (known) known.id = id;
      // A document counts as withdrawn until its next release is done.
      const { body } = await this.of.api.read(id, options.again ? LONG_WAIT.headers : {});
      expect({ slug, version, text: body.content }, this.told()).toEqual({
        slug,
        version: known?.version,
        text: known?.text,
      });
    }
  }

  /** Carries out the import on the model, and returns what the report must say. */
  private expected(options: { publish: boolean; overwrite: boolean; again: boolean }) {
    const report = { created: 0, updated: 0, unchanged: 0, published: 0, failed: 0 };
    const conflicts: string[] = [];
    const notPublished: string[] = [];
    const addresses = this.addresses();
    for (const file of [...this.#files.keys()].toSorted(inOrderOfFolders)) {
      const text = this.#files.get(file)!;
      const shown = `${file}-${this.seed}.md`;
      const { slug, isOwner } = addresses.get(file)!;
      if (!isOwner) {
        report.failed += 1;
        continue;
      }
      let known = this.#documents.get(slug);
      let isOwn = true;
      if (!known) {
        report.created += 1;
        known = { ...NEW, id: '', version: 1, text };
        this.#documents.set(slug, known);
      } else if (known.text === text) {
        report.unchanged += 1;
      } else {
        const last = known.imported?.file === file ? known.imported : undefined;
        const hasMoved = last?.version !== known.version;
        if (hasMoved && last?.text === text) {
          report.unchanged += 1;
          isOwn = false;
        } else if (hasMoved && !options.overwrite) {
          conflicts.push(`${shown} ${known.version}`);
          continue;
        } else {
          report.updated += 1;
          known.text = text;
          known.version += 1;
          // The next revision of a released one is a draft.
          if (known.isReleased) known.isInReview = false;
          known.isReleased = false;
          known.isReturned = false;
        }
      }
      if (isOwn) known.imported = { file, text, version: known.version };
      if (!options.publish || known.isReleased) continue;
      const reason = heldOf(known, isOwn, options.again);
      if (reason) notPublished.push(`${shown} ${reason}`);
      else {
        report.published += 1;
        known.isReleased = true;
        known.isWithdrawn = false;
      }
    }
    return { ...report, conflicts, notPublished };
  }

  /** Gives each file its address: the files that were imported first, then the files in higher folders. */
  private addresses() {
    const taken = new Map<string, string>();
    const addresses = new Map<string, { slug: string; isOwner: boolean }>();
    const give = (file: string, slug: string): void => {
      if (!taken.has(slug)) taken.set(slug, file);
      addresses.set(file, { slug, isOwner: taken.get(slug) === file });
    };
    const files = [...this.#files.keys()].toSorted(inOrderOfFolders);
    const rest = files.filter((file) => {
      const kept = this.slugsOf(file).find(
        (slug) => this.#documents.get(slug)?.imported?.file === file,
      );
      if (kept !== undefined) give(file, kept);
      return kept === undefined;
    });
    for (const file of rest.toSorted((a, b) => depth(a) - depth(b))) {
      const [short, long] = this.slugsOf(file);
      give(file, taken.has(short) ? long : short);
    }
    return addresses;
  }

  private slugsOf(file: string): readonly [name: string, path: string] {
    const parts = file.split('/').slice(1);
    return [this.slugOf(parts.at(-1)!), this.slugOf(parts.join('-'))];
  }

  private slugOf = (name: string): string => `${name}-${this.seed}`;
  private path = (file: string): string => join(this.root, `${file}-${this.seed}.md`);
  private told = (): string => `seed ${this.seed}:\n${this.#steps.join('\n')}`;
}

const depth = (file: string): number => file.split('/').length;

const AUTHOR = { kind: 'person', name: 'Somebody' };
const NEW = { isWithdrawn: false, isReturned: false, isInReview: false, isReleased: false };

/** Makes the text of a file. The title is always the same, so that a moved file makes the same document. */
const fileOf = (text: string): string =>
  `---\ntitle: T\nauthor: { kind: person, name: Somebody }\n---\n${text}`;

/** Sorts as an import does: the names of each folder in the order of their characters. */
const inOrderOfFolders = (a: string, b: string): number => (a < b ? -1 : 1);

function heldOf(known: Known, isOwn: boolean, again: boolean): string | undefined {
  if (!isOwn) return 'changed';
  if (known.isReturned) return 'returned';
  if (known.isInReview) return 'review';
  return known.isWithdrawn && !again ? 'withdrawn' : undefined;
}
