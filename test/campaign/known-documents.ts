import type { CampaignAccount } from './accounts.js';
import type { Random } from './random.js';

/** A document as the clients of its account know it. */
export interface KnownDocument {
  readonly id: string;
  readonly path: string;
  /** The newest version that any response showed. */
  version: number;
}

const RECENT = 24;

/** The newest documents that clients know from responses. All keys of an account share these documents. */
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

  /**
   * Returns a random document of the account, mostly one of its newest five documents. Returns `undefined` if the
   * account has no document.
   */
  draw({ accountId }: CampaignAccount, random: Random): KnownDocument | undefined {
    const documents = this.documents.get(accountId) ?? [];
    if (documents.length === 0) return undefined;
    return random.pick(random.chance(0.7) ? documents.slice(0, 5) : documents);
  }

  /** Returns the path of a random document of any account. */
  anyPath(random: Random): string | undefined {
    const all = [...this.documents.values()].flatMap((documents) => documents.slice(0, 8));
    return all.length === 0 ? undefined : random.pick(all).path;
  }
}
