import { acceptance, type History } from '../history.js';
import type { CampaignAccount } from '../accounts.js';
import { MARK } from '../texts.js';

/** Detector of leaks: finds marks and ids of other accounts in responses. */
export class Traces {
  /** For each id of an account, key, approver or document, the account to which the id belongs. */
  private readonly ids = new Map<string, CampaignAccount>();

  constructor({ intents, looks }: History) {
    for (const { account } of [...intents, ...looks]) {
      const held = [...account.keys, ...account.people].map(({ id }) => id);
      for (const id of [account.accountId, ...held]) this.ids.set(id, account);
    }
    for (const intent of intents) {
      const reply = acceptance(intent);
      if (reply) this.ids.set(reply.body.id, intent.account);
    }
  }

  /** Returns the marks and ids of other accounts in a text. */
  strangeTo(account: CampaignAccount, text: string): string[] {
    const marks = [...text.matchAll(MARK)].filter(([, name]) => name !== account.name);
    const ids = [...this.ids].filter(([id, owner]) => owner !== account && text.includes(id));
    return [...marks.map(([mark]) => mark), ...ids.map(([id]) => id)];
  }
}
