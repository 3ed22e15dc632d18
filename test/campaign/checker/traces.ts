import { acceptance, type History } from '../history.js';
import type { CampaignAccount } from '../accounts.js';
import { MARK } from '../texts.js';

/** Texts that only one account may see, to find leaks in responses. */
export class Traces {
  /** Ids of accounts, keys and documents, and whose they are. */
  private readonly ids = new Map<string, CampaignAccount>();

  constructor({ intents, looks }: History) {
    for (const { account } of [...intents, ...looks]) {
      for (const id of [account.accountId, ...account.keys.map((key) => key.id)]) {
        this.ids.set(id, account);
      }
    }
    for (const intent of intents) {
      const reply = acceptance(intent);
      if (reply) this.ids.set(reply.body.id, intent.account);
    }
  }

  /** Marks and ids of other accounts in a text. */
  strangeTo(account: CampaignAccount, text: string): string[] {
    const marks = [...text.matchAll(MARK)].filter(([, name]) => name !== account.name);
    const ids = [...this.ids].filter(([id, owner]) => owner !== account && text.includes(id));
    return [...marks.map(([mark]) => mark), ...ids.map(([id]) => id)];
  }
}
