import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerBody } from '../setup/client.js';
import { operator } from '../setup/operator.js';
import { entryOf, faultsOfSite, type SitedDocument, type SitedMenu } from './checker/site.js';
import type { Cluster } from './cluster.js';
import { attempt } from './http-recorder.js';
import type { Order } from './interfaces.js';
import type { Random } from './random.js';

const DOCUMENTS = 4;
/** Number of actions in a round, at least. */
const ACTIONS = 6;
const PAUSE_MS = 150;
const RECOVERY_MS = 30_000;
const REASON = ['--reason', 'The campaign.'];
const NOTICE = 'Read <the other page> & "this"';

/** More entries than a round has documents. */
const MENU_ENTRIES = 60;
const slugAt = (at: number): string => `edited-${at}`;

const KINDS = ['release', 'withdraw', 'withdraw with notice', 'supersede', 'erase'] as const;
interface Action {
  readonly kind: (typeof KINDS)[number] | 'release of the menu' | 'withdrawal of the menu';
  readonly one: SitedDocument;
  /** The document that takes the place of `one`. */
  readonly by: SitedDocument | undefined;
  readonly key: string;
}

/**
 * Releases, withdraws, supersedes and erases documents of its own, and changes their menu, one after another. An action is
 * repeated until it is carried out. So the expected state of each document is known between two actions, and the whole
 * site must agree with it.
 */
export class Editor {
  readonly violations: string[] = [];
  private readonly documents: SitedDocument[] = [];
  private readonly menu: SitedMenu = { version: 0, isPublic: false };
  private pending: Action | undefined;
  private actions = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly locale: string,
    private readonly random: Random,
  ) {}

  /** Acts until the fault has ended, and at least `ACTIONS` times; then checks the site at every API process. */
  async work(fault: Promise<unknown>): Promise<void> {
    const ended = fault.then(() => performance.now() + RECOVERY_MS);
    let end = Infinity;
    void ended.then((time) => (end = time));
    while (end === Infinity || this.pending || this.actions < ACTIONS) {
      const failure = await this.act();
      if (failure === undefined) continue;
      if (performance.now() > end) {
        const { kind, one } = this.pending!;
        this.violations.push(`editor: ${kind} of ${one.path}, long after the fault: ${failure}`);
        return;
      }
      await sleep(PAUSE_MS);
    }
    for (const node of this.cluster.apis) await this.check(node, true);
  }

  /** Carries out an action, and checks the site. Returns why the action was not carried out. */
  private async act(): Promise<string | undefined> {
    this.pending ??= this.choose();
    try {
      await this.carryOut(this.pending);
    } catch (error) {
      return (error as Error).message;
    }
    this.learn(this.pending);
    this.pending = undefined;
    this.actions += 1;
    await this.check(this.random.pick(this.cluster.apis), false);
    return undefined;
  }

  private choose(): Action {
    const { random, documents } = this;
    while (documents.filter(({ state }) => state !== 'erased').length < DOCUMENTS) {
      const slug = slugAt(documents.length);
      documents.push({ slug, path: `/${this.locale}/${slug}`, state: 'new', stands: false });
    }
    const one = random.pick(documents.filter(({ state }) => state !== 'erased'));
    const key = `editor-${this.locale}-${this.actions}`;
    if (random.chance(0.3)) {
      const isTaken = this.menu.isPublic && random.chance(0.3);
      const kind = isTaken ? 'withdrawal of the menu' : 'release of the menu';
      return { kind, one, by: undefined, key };
    }
    const others = documents.filter((other) => other !== one && other.state === 'public');
    const kinds = KINDS.filter((kind) =>
      kind === 'release'
        ? one.state !== 'public'
        : one.state !== 'new' && (kind !== 'supersede' || others.length > 0),
    );
    const kind = random.pick(random.chance(0.8) ? kinds.filter((name) => name !== 'erase') : kinds);
    return { kind, one, by: kind === 'supersede' ? random.pick(others) : undefined, key };
  }

  /** Rejects if the action was not carried out. */
  private async carryOut({ kind, one, by, key }: Action): Promise<void> {
    if (kind === 'release') return this.release(one, key);
    if (kind === 'release of the menu') return this.releaseMenu(key);
    if (kind === 'withdrawal of the menu') {
      return this.operate('publications', 'withdraw', this.menu.id!, ...REASON);
    }
    const name = kind === 'withdraw with notice' ? 'withdraw' : kind;
    const more = by ? [by.id!] : REASON;
    const notice = kind === 'withdraw with notice' ? ['--notice', NOTICE] : [];
    return this.operate('publications', name, one.id!, ...more, ...notice);
  }

  private async release(one: SitedDocument, key: string): Promise<void> {
    const text = { title: `Zorblatt ${one.slug}`, content: 'A text.' };
    one.id ??= await this.create({ slug: one.slug, ...text }, key);
    await this.publish(one.id, 1, key);
  }

  /** Releases the next version of the menu, which names that version, and makes it the menu of the locale. */
  private async releaseMenu(key: string): Promise<void> {
    const { menu, locale } = this;
    const version = menu.version + 1;
    const content = Array.from({ length: MENU_ENTRIES }, (_, at) => {
      const slug = slugAt(at);
      return `- [${entryOf(version)} ${slug}](/${locale}/${slug})`;
    }).join('\n');
    if (version === 1) {
      menu.id = await this.create({ slug: 'menu', title: 'Menu', content }, key);
    } else {
      const fields = { expectedVersion: menu.version, content };
      const order = { operation: 'update', id: menu.id!, fields } as const;
      await this.send({ ...order, idempotencyKey: `${key}-text` });
    }
    await this.publish(menu.id!, version, key);
    await this.operate('site', 'set-menu', menu.id!, '--locale', locale);
  }

  /** @returns the id of the document */
  private async create(text: Readonly<Record<string, string>>, key: string): Promise<string> {
    const author = { kind: 'person', name: 'Ed' };
    const fields = { locale: this.locale, ...text, author };
    const idempotencyKey = `${key}-new`;
    return (await this.send({ operation: 'create', fields, idempotencyKey })).id;
  }

  private async publish(id: string, expectedVersion: number, key: string): Promise<void> {
    const fields = { expectedVersion };
    await this.send({ operation: 'publish', id, fields, idempotencyKey: key });
    const { state, indexStatus } = await this.send({ operation: 'read', id, wait: 10 });
    if (indexStatus !== 'ready') throw new Error(`${state}, ${indexStatus}`);
  }

  private operate(...words: string[]): Promise<void> {
    return operator(this.cluster.database.url, ...words);
  }

  /** Rejects if the order is refused, or gets no answer. */
  private async send(order: Order): Promise<AnswerBody> {
    const node = this.random.pick(this.cluster.apis);
    const key = this.cluster.editor.keys[0]!;
    const { reply, failure } = await attempt({ node, channel: 'http', key }, order);
    if (reply?.status !== 200) throw new Error(reply?.text ?? failure);
    return reply.body;
  }

  private learn({ kind, one, by }: Action): void {
    if (kind === 'withdrawal of the menu') {
      this.menu.isPublic = false;
      return;
    }
    if (kind === 'release of the menu') {
      this.menu.version += 1;
      this.menu.isPublic = true;
      return;
    }
    delete one.by;
    delete one.notice;
    if (kind === 'release') Object.assign(one, { state: 'public', stands: true });
    else if (kind === 'supersede') {
      for (const led of this.documents) if (led.by === one) led.by = by;
      Object.assign(one, { state: 'gone', by });
    } else {
      const notice = kind === 'withdraw with notice' ? { notice: NOTICE } : {};
      const state = kind === 'erase' ? 'erased' : 'gone';
      Object.assign(one, { state, stands: false, ...notice });
    }
  }

  private async check(node: Cluster['apis'][number], isQuiet: boolean): Promise<void> {
    const known = this.documents.filter(({ id }) => id !== undefined);
    const key = this.cluster.editor.keys[0]!.key;
    const { locale, menu } = this;
    const faults = await faultsOfSite({ url: node.url, key, locale, menu, isQuiet }, known);
    this.violations.push(...faults.map((fault) => `editor at ${node.name}: ${fault}`));
  }
}
