import type { Intent } from '../history.js';
import { acceptance, type Upload } from '../history.js';
import type { CampaignAccount } from '../accounts.js';

/** The fields of a revision that the campaign writes. */
export interface Revision {
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  /** `null` before version 1. Every version has an author, because every create of the campaign names an author. */
  readonly author: object | null;
  readonly intent: string;
}

/** The expected state of one document, computed from the responses. */
export interface Entry {
  readonly id: string;
  readonly account: CampaignAccount;
  /** `/locale/slug`. */
  readonly path: string;
  /** For each version, the accepted write that made the version. */
  readonly writes: Map<number, Intent>;
  /** For each version that a publish named, the accepted publish. */
  readonly named: Map<number, Intent>;
  /** For each version that was sent back, the accepted decision. */
  readonly returned: Map<number, Intent>;
  /** The public version at the last check without a release in flight, or 0 if no version was public. */
  publicBefore: number;
}

/** The expected state of all documents of the campaign. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  /** Time of the first answer that accepted an upload, by account and SHA-256. */
  private readonly uploads = new Map<string, number>();

  /** Records for each account and picture the time of the first accepted upload. */
  enterUploads(uploads: readonly Upload[]): void {
    for (const { account, sha256, status, to } of uploads) {
      if (status !== 200 && status !== 201) continue;
      const name = `${account.accountId} ${sha256}`;
      this.uploads.set(name, Math.min(to, this.uploads.get(name) ?? Infinity));
    }
  }

  /**
   * Returns the time of the first answer that accepted an upload of the picture by the account, or `Infinity` if no
   * upload was accepted.
   */
  uploaded({ accountId }: CampaignAccount, sha256: string): number {
    return this.uploads.get(`${accountId} ${sha256}`) ?? Infinity;
  }

  /**
   * Records the accepted writes of a round. Returns a message for each write whose answer contradicts the request or
   * another write.
   */
  enter(intents: readonly Intent[]): string[] {
    const accepted = intents.filter((intent) => acceptance(intent));
    const creations = accepted.filter(({ order }) => order.operation === 'create');
    const others = accepted.filter(({ order }) => order.operation !== 'create');
    return [
      ...creations.flatMap((intent) => this.create(intent)),
      ...others.flatMap((intent) => this.change(intent)),
    ];
  }

  private create(intent: Intent): string[] {
    const { id, version } = acceptance(intent)!.body;
    const { locale, slug } = intent.order.fields as { locale: string; slug: string };
    const path = `/${locale}/${slug}`;
    const rival = [...this.entries.values()].find((entry) => entry.path === path);
    if (rival) return [`${path} was created twice: ${rival.id} and ${id}`];
    if (this.entries.has(id)) return [`${id} was created twice`];
    const { account } = intent;
    const writes = new Map([[version, intent]]);
    const decided = { named: new Map(), returned: new Map() };
    this.entries.set(id, { id, account, path, writes, ...decided, publicBefore: 0 });
    return version === 1 ? [] : [`${id} was created at version ${version}`];
  }

  private change(intent: Intent): string[] {
    const { operation, id, fields, idempotencyKey } = intent.order;
    const { version, id: answered } = acceptance(intent)!.body;
    const entry = this.entries.get(answered);
    if (!entry || id !== answered) return [`${operation} of ${id} was answered as ${answered}`];
    if (entry.account !== intent.account) return [`${id} was changed by ${intent.account.name}`];
    const expected = Number(fields['expectedVersion']);
    if (operation !== 'update') {
      const decided = operation === 'publish' ? entry.named : entry.returned;
      if (decided.has(version)) return [`${operation} of version ${version} of ${id} came twice`];
      decided.set(version, intent);
      return version === expected
        ? []
        : [`${operation} of version ${expected} of ${id} named ${version}`];
    }
    if (entry.writes.has(version)) {
      return [`version ${version} of ${id} was made twice, last by ${idempotencyKey}`];
    }
    entry.writes.set(version, intent);
    return version === expected + 1 ? [] : [`update of ${expected} of ${id} made ${version}`];
  }
}

/** Returns the expected revision of each version, up to the first gap. */
export function revisionsOf({ writes, named }: Entry): Map<number, Revision> {
  const revisions = new Map<number, Revision>();
  let before: Revision = {
    title: '',
    content: '',
    description: '',
    tags: [],
    sources: [],
    author: null,
    intent: 'draft',
  };
  for (let version = 1; writes.has(version); version += 1) {
    const { fields } = writes.get(version)!.order;
    const kept = named.has(version - 1) ? { ...before, intent: 'draft' } : before;
    before = pick({ ...kept, ...fields });
    revisions.set(version, before);
  }
  return revisions;
}

export const pick = (from: Readonly<Record<keyof Revision, unknown>>): Revision =>
  ({
    title: from.title,
    content: from.content,
    description: from.description,
    tags: from.tags,
    sources: from.sources,
    author: from.author,
    intent: from.intent,
  }) as Revision;
