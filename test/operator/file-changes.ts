import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { signIn } from '../desk/person.js';
import type { Cli } from '../setup/cli.js';
import type { Caller, SharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { addApprover } from '../setup/operator.js';
import { FileModel, type Known, NEW, release, type Text } from './file-model.js';

/** The names of the files. `sub` has files of the same names, so addresses can collide. */
const NAMES = ['p', 'q', 'r'];
export const SUB = 'en/sub/';
const FILES = [...NAMES.map((name) => `en/${name}`), ...NAMES.map((name) => `${SUB}${name}`)];
const AUTHOR = { kind: 'person', name: 'Somebody' };

/** Changes of files and documents, by chance, on a folder, a service and the model of both. */
export class FileChanges {
  readonly model: FileModel;
  readonly steps: string[] = [];
  #texts = 0;

  constructor(
    private readonly desk: SharedDesk,
    private readonly cli: Cli,
    private readonly keys: { readonly of: Caller; readonly publisher: Caller },
    readonly root: string,
    private readonly seed: number,
    readonly random: (below: number) => number,
  ) {
    this.model = new FileModel(seed);
  }

  async change(): Promise<void> {
    const changes = [
      () => this.write(),
      () => this.write(),
      () => this.write(),
      () => this.describe(),
      () => this.remove(),
      () => this.move(),
      () => this.loseState(),
      () => this.edit(),
      () => this.edit(),
      () => this.offer(),
      () => this.sendBack(),
      () => this.release(),
      () => this.withdraw(),
    ];
    await changes[this.random(changes.length)]!();
  }

  private newText = (): Text => `${this.seed} ${(this.#texts += 1)}|${this.random(2) ? 'D' : ''}`;

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.random(Math.max(1, items.length))];
  }

  private pickDocument = (): Known | undefined => this.pick([...this.model.documents.values()]);

  /** Writes a new text, or an old text, into a new or old file. */
  private async write(): Promise<void> {
    const file = this.pick(FILES)!;
    const old = [...this.model.documents.values()].map(({ text }) => text);
    await this.put(file, (this.random(6) === 0 && this.pick(old)) || this.newText());
  }

  /** Adds the description to the front matter of a file, or removes it. */
  private async describe(): Promise<void> {
    const file = this.pick([...this.model.files.keys()]);
    if (file === undefined) return;
    const [content, description] = this.model.files.get(file)!.split('|') as [string, string];
    await this.put(file, `${content}|${description ? '' : 'D'}`);
  }

  private async put(file: string, text: Text): Promise<void> {
    this.steps.push(`write ${file} ${text}`);
    this.model.files.set(file, text);
    await mkdir(dirname(this.path(file)), { recursive: true });
    await writeFile(this.path(file), fileOf(text));
  }

  private async remove(): Promise<void> {
    const file = this.pick([...this.model.files.keys()]);
    if (file === undefined) return;
    this.steps.push(`remove ${file}`);
    this.model.files.delete(file);
    await rm(this.path(file));
  }

  private async move(): Promise<void> {
    const { files } = this.model;
    const file = this.pick([...files.keys()]);
    const to = this.pick(FILES.filter((one) => !files.has(one)));
    if (file === undefined || to === undefined) return;
    this.steps.push(`move ${file} ${to}`);
    files.set(to, files.get(file)!);
    files.delete(file);
    await mkdir(dirname(this.path(to)), { recursive: true });
    await rename(this.path(file), this.path(to));
  }

  private async loseState(): Promise<void> {
    const folder = this.pick(['en', 'en/sub'])!;
    this.steps.push(`lose state ${folder}`);
    this.model.loseState(folder);
    await rm(join(this.root, folder, '.imprimatur.json'), { force: true });
  }

  /** A key writes a new text, or that of a file, or a new document. Sometimes this is the key of `publish`. */
  private async edit(): Promise<void> {
    const { files, documents, slugOf } = this.model;
    const text = (this.random(5) === 0 && this.pick([...files.values()])) || this.newText();
    const free = NAMES.map((name) => slugOf(name)).filter((slug) => !documents.has(slug));
    const slug = this.random(5) === 0 ? this.pick(free) : this.pick([...documents.keys()]);
    if (slug === undefined) return;
    const isOfPublisher = this.random(3) === 0;
    this.steps.push(`edit ${slug} ${text} ${isOfPublisher ? 'by the key of publish' : ''}`);
    const known = documents.get(slug);
    if (!known) {
      const fields = { slug, title: 'T', author: AUTHOR, ...fieldsOf(text) };
      const { body } = await this.writer(isOfPublisher).api.create(newDocument(fields));
      documents.set(slug, { ...NEW, id: body.id, version: 1, text, isOfPublisher });
    } else if (known.text !== text) {
      await this.update(known, fieldsOf(text), isOfPublisher);
      known.text = text;
    }
  }

  private async offer(): Promise<void> {
    const known = this.pickDocument();
    if (!known || known.isInReview) return;
    this.steps.push(`offer ${known.id}`);
    await this.update(known, { intent: 'review' });
    known.isInReview = true;
  }

  private async update(known: Known, change: object, isOfPublisher = false): Promise<void> {
    const body = { expectedVersion: known.version, ...change };
    const answer = await this.writer(isOfPublisher).api.update(known.id, body);
    expect(answer.status, this.told()).toBe(200);
    known.version += 1;
    known.isOfPublisher = isOfPublisher;
    known.isInReview = answer.body.intent === 'review';
    known.wasSent = false;
    known.isReleased = false;
    known.isReturned = false;
  }

  private async sendBack(): Promise<void> {
    const waiting = [...this.model.documents.values()].filter(
      ({ isInReview, isReturned, isReleased }) => isInReview && !isReturned && !isReleased,
    );
    const known = this.pick(waiting);
    if (!known) return;
    // While an older revision is in flight, the document is not offered yet.
    const { body } = await this.keys.of.api.read(known.id, LONG_WAIT.headers);
    if (body.state !== 'review') return;
    this.steps.push(`send back ${known.id}`);
    const { accountId } = this.keys.of;
    const { key } = await addApprover(this.desk.databaseUrl, accountId);
    const person = await signIn(this.desk.url, key);
    const form = await person.form(`/desk/${known.id}`, `/desk/${known.id}/send-back`);
    await person.post(`/desk/${known.id}/send-back`, { ...form, note: 'No' });
    known.isReturned = true;
  }

  /** Publishes a document by the API, also one that waits for review. */
  private async release(): Promise<void> {
    const known = this.pickDocument();
    if (!known || known.isReleased || known.isReturned) return;
    this.steps.push(`release ${known.id}`);
    const answer = await this.keys.of.api.publish(known.id, { expectedVersion: known.version });
    expect(answer.status, this.told()).toBe(202);
    release(known);
    await this.keys.of.api.read(known.id, LONG_WAIT.headers);
  }

  private async withdraw(): Promise<void> {
    const known = this.pickDocument();
    if (!known) return;
    const { body } = await this.keys.of.api.read(known.id, LONG_WAIT.headers);
    if (body.publishedVersion === null) return;
    this.steps.push(`withdraw ${known.id}`);
    await this.cli.json('publications', 'withdraw', known.id, '--reason', 'a reason');
    known.isWithdrawn = true;
    known.isReleased = false;
    known.publicVersion = null;
  }

  private writer = (isOfPublisher: boolean): Caller =>
    isOfPublisher ? this.keys.publisher : this.keys.of;
  path = (file: string): string => join(this.root, this.model.shown(file));
  told = (): string => `seed ${this.seed}:\n${this.steps.join('\n')}`;
}

const fieldsOf = (text: Text) => {
  const [content, description] = text.split('|') as [string, string];
  return { content, description };
};

/** Makes a file. The title is always the same, so that a moved file makes the same document. */
const fileOf = (text: Text): string => {
  const { content, description } = fieldsOf(text);
  const described = description && `description: ${description}\n`;
  const author = `author: { kind: person, name: ${AUTHOR.name} }`;
  return `---\nlocale: en\ntitle: T\n${described}${author}\n---\n${content}`;
};
