import { acceptance, type History } from '../history.js';
import type { Person } from '../people.js';
import { MARK } from '../texts.js';

/** What belongs to one account and may be shown to it alone, by what an answer holds of it. */
export class Traces {
  /** Ids of accounts, keys and documents, and whose they are. */
  private readonly ids = new Map<string, Person>();

  constructor({ intents, looks }: History) {
    for (const { person } of [...intents, ...looks]) {
      for (const id of [person.accountId, ...person.keys.map((key) => key.id)]) {
        this.ids.set(id, person);
      }
    }
    for (const intent of intents) {
      const reply = acceptance(intent);
      if (reply) this.ids.set(reply.body.id, intent.person);
    }
  }

  /** Every mark and id of somebody else. */
  strangeTo(person: Person, text: string): string[] {
    const marks = [...text.matchAll(MARK)].filter(([, name]) => name !== person.name);
    const ids = [...this.ids].filter(([id, owner]) => owner !== person && text.includes(id));
    return [...marks.map(([mark]) => mark), ...ids.map(([id]) => id)];
  }
}
