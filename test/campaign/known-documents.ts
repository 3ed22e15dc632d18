import type { CampaignAccount } from './accounts.js';
import type { Random } from './random.js';

/** A document as the clients of its account know it. */
export interface KnownDocument {
  readonly id: string;
  readonly path: string;
  /** The newest version in any response. */
  version: number;
}

const RECENT = 24;

/** The knowledge of clients, which all keys of an account share. */
export class KnownDocuments {
  private readonly documents = new Map<string, KnownDocument[]>();

  learn({ accountId }: CampaignAccount, id: string, path: string, version: number): void {
    const documents = this.documents.get(accountId) ?? [];
    this.documents.set(accountId, documents);
    const known = documents.find((one) => one.id === id);
    if (known) known.version = Math.max(known.version, version);
    else documents.unshift({ id, path, version });
    documents.length = Math.min(documents.length, RECENT);
  }

  /** One of the account's newest documents, the newest oftenest; `undefined` where it has none. */
  draw({ accountId }: CampaignAccount, random: Random): KnownDocument | undefined {
    const documents = this.documents.get(accountId) ?? [];
    if (documents.length === 0) return undefined;
    return random.pick(random.chance(0.7) ? documents.slice(0, 5) : documents);
  }

  /** The address of any document of anybody. */
  anyPath(random: Random): string | undefined {
    const all = [...this.documents.values()].flatMap((documents) => documents.slice(0, 8));
    return all.length === 0 ? undefined : random.pick(all).path;
  }
}
