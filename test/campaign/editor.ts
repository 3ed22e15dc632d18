import { setTimeout as sleep } from 'node:timers/promises';
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
    const failure = await this.carryOut(this.pending).catch((error: Error) => error.message);
    if (failure !== undefined) return failure;
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

  private async carryOut({ kind, one, by, key }: Action): Promise<string | undefined> {
    const { url } = this.cluster.database;
    if (kind === 'release') return this.release(one, key);
    if (kind === 'release of the menu') return this.releaseMenu(key);
    if (kind === 'withdrawal of the menu') {
      await operator(url, 'publications', 'withdraw', this.menu.id!, ...REASON);
      return undefined;
    }
    const name = kind === 'withdraw with notice' ? 'withdraw' : kind;
    const more = by ? [by.id!] : REASON;
    const notice = kind === 'withdraw with notice' ? ['--notice', NOTICE] : [];
    await operator(url, 'publications', name, one.id!, ...more, ...notice);
    return undefined;
  }

  private async release(one: SitedDocument, key: string): Promise<string | undefined> {
    const text = { title: `Zorblatt ${one.slug}`, content: 'A text.' };
    const made = one.id ?? (await this.create(one.slug, text, key));
    if (typeof made !== 'string') return made.failure;
    one.id = made;
    return this.publish(made, 1, key);
  }

  /** Releases the next version of the menu, which names that version, and makes it the menu of the locale. */
  private async releaseMenu(key: string): Promise<string | undefined> {
    const { menu, locale } = this;
    const version = menu.version + 1;
    const content = Array.from({ length: MENU_ENTRIES }, (_, at) => {
      const slug = slugAt(at);
      return `- [${entryOf(version)} ${slug}](/${locale}/${slug})`;
    }).join('\n');
    if (version === 1) {
      const made = await this.create('menu', { title: 'Menu', content }, key);
      if (typeof made !== 'string') return made.failure;
      menu.id = made;
    } else {
      const fields = { expectedVersion: menu.version, content };
      const order = { operation: 'update', id: menu.id!, fields } as const;
      const sent = await this.send({ ...order, idempotencyKey: `${key}-text` });
      if (typeof sent === 'string') return sent;
    }
    const id = menu.id!;
    const failure = await this.publish(id, version, key);
    if (failure !== undefined) return failure;
    const place = ['set-menu', id, '--locale', locale];
    await operator(this.cluster.database.url, 'site', ...place);
    return undefined;
  }

  private async create(
    slug: string,
    text: { readonly title: string; readonly content: string },
    key: string,
  ): Promise<string | { readonly failure: string }> {
    const author = { kind: 'person', name: 'Ed' };
    const fields = { locale: this.locale, slug, ...text, author };
    const made = await this.send({ operation: 'create', fields, idempotencyKey: `${key}-new` });
    return typeof made === 'string' ? { failure: made } : made.id;
  }

  private async publish(
    id: string,
    expectedVersion: number,
    key: string,
  ): Promise<string | undefined> {
    const order = { operation: 'publish', id, fields: { expectedVersion } } as const;
    const sent = await this.send({ ...order, idempotencyKey: key });
    if (typeof sent === 'string') return sent;
    const read = await this.send({ operation: 'read', id, wait: 10 });
    if (typeof read === 'string') return read;
    return read.indexStatus === 'ready' ? undefined : `${read.state}, ${read.indexStatus}`;
  }

  private async send(order: Order) {
    const node = this.random.pick(this.cluster.apis);
    const key = this.cluster.editor.keys[0]!;
    const { reply, failure } = await attempt({ node, channel: 'http', key }, order);
    return reply?.status === 200 ? reply.body : (reply?.text ?? failure!);
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
