import { randomUUID } from 'node:crypto';
import { Requests } from '../requests.js';
import { CALLERS, type Phase } from './phase.js';
import { drafts } from './stock.js';

/** Number of publications of each caller. A caller updates its own publications in turn, and no other publications. */
const OWN = 8;
/** Number of drafts per round. A round ends early if all its drafts are published. */
const PUBLISHES_A_ROUND = 5_000;

export const create: Phase = {
  name: 'create',
  server: 'service',
  nest: true,
  callers: CALLERS,
  async begin({ target, connections }) {
    const requests = new Requests(target);
    return connections.map(({ finish }) => async () => {
      await finish(requests.create(`create-${randomUUID()}`));
      return true;
    });
  },
};

export const update: Phase = {
  name: 'update',
  server: 'service',
  nest: true,
  callers: CALLERS,
  async begin({ target, connections }) {
    const requests = new Requests(target);
    const next = await drafts(target, connections.length * OWN);
    return connections.map(({ finish }) => {
      const own = Array.from({ length: OWN }, () => next()!);
      let turn = 0;
      return async () => {
        const draft = own[turn % OWN]!;
        await finish(requests.update(draft.id, draft.version));
        draft.version += 1;
        turn += 1;
        return true;
      };
    });
  },
};

/** Runs on the server without a worker. This server carries out no releases, so only the publish is measured. */
export const publish: Phase = {
  name: 'publish, accepted',
  server: 'api',
  nest: true,
  callers: CALLERS,
  async begin({ target, connections }) {
    const requests = new Requests(target);
    const next = await drafts(target, PUBLISHES_A_ROUND);
    return connections.map(({ finish }) => async () => {
      const draft = next();
      if (!draft) return false;
      await finish(requests.publish(draft.id, draft.version));
      return true;
    });
  },
};
