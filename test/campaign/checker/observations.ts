import type { History } from '../history.js';
import type { Entry } from './ledger.js';
import { shownVersion } from './page.js';

/** Newest version and newest public version of a document that clients had seen by a given time. */
export interface Known {
  readonly version: number;
  readonly shown: number;
}

/** Operations whose answers show no version of one document in a form that is read here. */
const WITHOUT_VERSION = new Set(['list', 'usage', 'open']);

interface Testimony extends Known {
  readonly at: number;
}

/**
 * Record of the versions that clients saw, and of the times at which clients saw them. A later response must not show
 * an older version.
 */
export class Observations {
  private readonly ofDocument = new Map<string, Testimony[]>();

  constructor({ requests, views }: History) {
    const told = requests.filter(({ order }) => !WITHOUT_VERSION.has(order.operation));
    // A replay contains the version from the time of the write. This version is a lower bound for later answers.
    for (const { reply, to } of told) {
      if (reply?.status !== 200) continue;
      const { id, version, publishedVersion } = reply.body;
      this.note(id, { at: to, version, shown: publishedVersion ?? 0 });
    }
    for (const view of views) {
      this.note(view.path, { at: view.to, version: 0, shown: shownVersion(view) });
    }
  }

  /** Returns the newest version and the newest public version of a document that clients had seen before a time. */
  before(entry: Entry, time: number): Known {
    const told = [
      ...(this.ofDocument.get(entry.id) ?? []),
      ...(this.ofDocument.get(entry.path) ?? []),
    ];
    const earlier = told.filter(({ at }) => at < time);
    return {
      version: Math.max(1, ...earlier.map(({ version }) => version)),
      shown: Math.max(entry.publicBefore, ...earlier.map(({ shown }) => shown)),
    };
  }

  private note(name: string, testimony: Testimony): void {
    const told = this.ofDocument.get(name);
    if (told) told.push(testimony);
    else this.ofDocument.set(name, [testimony]);
  }
}
