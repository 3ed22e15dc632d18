import { randomUUID } from 'node:crypto';
import type { Connection } from '../load.js';
import { pageRequest, Requests } from '../requests.js';
import { CALLERS, type Phase } from './phase.js';
import { drafts } from './stock.js';

/** Number of drafts per round. A round ends early if all its drafts are published. */
const RELEASES_A_ROUND = 1_000;

interface Written {
  readonly id: string;
  readonly indexStatus: string;
}

/** Makes a phase of publishes that are answered when the document is public and searchable. */
function releasing(name: string, callers: number): Phase {
  return {
    name,
    server: 'service',
    nest: true,
    callers,
    async begin({ target, connections }) {
      const requests = new Requests(target);
      const next = await drafts(target, RELEASES_A_ROUND);
      return connections.map((connection) => async () => {
        const draft = next();
        if (!draft) return false;
        await release(connection, requests, draft.id, draft.version);
        return true;
      });
    },
  };
}

/**
 * Publishes a revision, and waits until the revision is public and searchable. @throws Error if the revision is not
 * searchable when the wait ends
 */
export async function release(
  { json }: Connection,
  requests: Requests,
  id: string,
  version: number,
): Promise<void> {
  const { indexStatus } = await json<Written>(requests.publishAndWait(id, version));
  if (indexStatus !== 'ready') throw new Error(`The release of ${id} is ${indexStatus}.`);
}

export const publishToReady = releasing('publish → ready', CALLERS);
export const publishToReadyIdle = releasing('publish → ready, one at a time', 1);

/** The life of a document in four requests: create, update, publish, and the first read of the page. */
export const wholeLife: Phase = {
  name: 'whole life',
  server: 'service',
  nest: true,
  callers: CALLERS,
  async begin({ target, connections }) {
    const requests = new Requests(target);
    return connections.map((connection) => async () => {
      const slug = `life-${randomUUID()}`;
      const { id } = await connection.json<Written>(requests.create(slug));
      await connection.finish(requests.update(id, 1));
      await release(connection, requests, id, 2);
      await connection.finish(pageRequest(slug));
      return true;
    });
  },
};
